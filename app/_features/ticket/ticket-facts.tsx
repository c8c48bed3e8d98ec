"use client";
import type { Ticket } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { ticketWords } from "./words.ts";

/** The ticket's own part of Details. */
export function TicketFacts({ ticket, hasRun }: { ticket: Ticket; hasRun: boolean }) {
  const t = useT(ticketWords);
  const format = useFormat();
  return (
    <>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 p-3 pb-0">
        <dt className="text-muted">{t("details.number")}</dt>
        <dd>#{ticket.id}</dd>
        <dt className="text-muted">{t("details.created")}</dt>
        <dd>{t("details.by", { when: format.exact(ticket.createdAt), who: ticket.createdBy })}</dd>
        <dt className="text-muted">{t("details.changed")}</dt>
        <dd>{format.exact(ticket.updatedAt)}</dd>
        <dt className="text-muted">{t("details.revision")}</dt>
        <dd>{ticket.revision}</dd>
        <dt className="text-muted">{t("details.level")}</dt>
        <dd>{ticket.level}</dd>
      </dl>
      {hasRun ? null : <p className="p-3 text-muted">{t("details.none")}</p>}
    </>
  );
}
