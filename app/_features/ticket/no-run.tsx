"use client";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import type { useTicketWrites } from "./use-ticket-writes.ts";
import { ticketWords } from "./words.ts";

/** In the place of a run: why there is none, and the way to start one. */
export function NoRun({
  ticket,
  writes,
}: {
  ticket: Ticket;
  writes: ReturnType<typeof useTicketWrites>;
}) {
  const t = useT(ticketWords);
  const say = useSentence();
  const reason = ticket.state?.reason ?? null;
  return (
    <EmptyState
      title={t("noRun")}
      action={
        ticket.assignedTo === null ? null : (
          <ForWriters>
            <Button look="filled" onClick={() => void writes.run(ticket.assignedTo)}>
              {t("runAgent", { agent: ticket.assignedTo })}
            </Button>
          </ForWriters>
        )
      }
    >
      {reason === null ? t("noRunHint") : say(reason)}
    </EmptyState>
  );
}
