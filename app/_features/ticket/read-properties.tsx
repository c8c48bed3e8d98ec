"use client";
import type { ReactNode } from "react";
import type { Board, Ticket } from "#server/contracts/ticket.ts";
import { LabelBadge } from "#app/_components/badge.tsx";
import { StateWord } from "#app/_components/state-word.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { familyWords } from "./family-words.ts";
import { ticketWords } from "./words.ts";

/** The header line for people who may only read: the same facts, nothing to press. */
export function ReadProperties({ ticket, board }: { ticket: Ticket; board: Board | undefined }) {
  const t = useT(ticketWords);
  const words = useT(componentWords);
  const family = useT(familyWords);
  const member = board?.members.find((candidate) => candidate.slug === ticket.assignedTo);
  const blockers = ticket.blockers ?? [];
  return (
    <dl className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 px-1 text-sm">
      {ticket.state === null ? null : (
        <Fact name={t("tab.run")}>
          <StateWord word={ticket.state.word} gate={ticket.state.gate} />
        </Fact>
      )}
      <Fact name={t("column")}>{ticket.status}</Fact>
      <Fact name={t("assignee")}>{member?.name ?? ticket.assignedTo ?? t("nobody")}</Fact>
      <Fact name={t("priority")}>{words(`priority.${ticket.priority}`)}</Fact>
      {ticket.labels.length === 0 ? null : (
        <Fact name={t("labels")}>
          <span className="flex flex-wrap gap-1">
            {ticket.labels.map((label) => (
              <LabelBadge key={label.id} name={label.name} color={label.color} />
            ))}
          </span>
        </Fact>
      )}
      {blockers.length === 0 ? null : (
        <Fact name={family("blockers")}>
          {family("blocked", { numbers: blockers.map((one) => `#${one.id}`).join(", ") })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center">
      <dt className="sr-only">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
