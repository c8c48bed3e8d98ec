"use client";
import { Bot, ListChecks, ListTree, User } from "lucide-react";
import type { Card } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { searchWords } from "./search-words.ts";
import { boardWords } from "./words.ts";

/** At most four: assignee with type, steps or sub-tickets, elapsed or age, cost (ux 16). */
export function CardMeta({ card }: { card: Card }) {
  const t = useT(boardWords);
  const words = useT(searchWords);
  const format = useFormat();
  const progress = card.todo ?? (card.subTickets.total > 0 ? card.subTickets : null);
  const Progress = card.todo ? ListChecks : ListTree;
  const Who = card.assigneeKind === "agent" ? Bot : User;
  return (
    <div
      aria-hidden
      className="flex h-[17px] min-w-0 items-center gap-2 text-sm text-muted pointer-coarse:pr-9"
    >
      {card.deletedAt === undefined ? null : (
        <span className="shrink-0 font-medium text-red" title={format.exact(card.deletedAt)}>
          {words("deleted")}
        </span>
      )}
      {card.assignedTo === null ? null : (
        <span
          className="inline-flex min-w-0 items-center gap-1"
          title={card.assigneeType ?? undefined}
        >
          <Who size={12} className="shrink-0" />
          <span className="truncate">{card.assignedTo}</span>
        </span>
      )}
      {progress ? (
        <span
          data-number
          title={t(card.todo ? "steps" : "subTickets")}
          className="inline-flex shrink-0 items-center gap-1"
        >
          <Progress size={12} />
          {progress.done}/{progress.total}
        </span>
      ) : null}
      <span className="flex-1" />
      <Age card={card} />
      {card.costUsd > 0 ? (
        <span data-number className="shrink-0">
          {format.money(card.costUsd)}
        </span>
      ) : null}
    </div>
  );
}

function Age({ card }: { card: Card }) {
  const format = useFormat();
  const now = useNow(5_000);
  if (now === 0) return null;
  const isRunning = card.runStartedAt !== null;
  const at = card.runStartedAt ?? card.enteredColumnAt;
  const ms = now - Date.parse(at);
  return (
    <time dateTime={at} title={format.exact(at)} className="shrink-0">
      {isRunning ? format.duration(ms) : format.age(ms)}
    </time>
  );
}
