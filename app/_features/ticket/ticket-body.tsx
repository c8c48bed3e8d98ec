"use client";
import Link from "next/link";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { Description } from "./description.tsx";
import { Timeline, type TimelineProps } from "./timeline.tsx";
import type { useTicketWrites } from "./use-ticket-writes.ts";
import { storyWords } from "./story-words.ts";

export interface TicketBodyProps extends TimelineProps {
  writes: ReturnType<typeof useTicketWrites>;
  /** A run is on: the description is folded, the story is what one reads. */
  isRunning: boolean;
}

/** The left half: what the ticket says and what happened to it. */
export function TicketBody({ writes, isRunning, ...timeline }: TicketBodyProps) {
  const t = useT(storyWords);
  const { slug, ticket } = timeline;
  const isLong = ticket.description.length > 400;
  return (
    <div className="flex flex-col gap-3 p-3">
      {ticket.parentId === null ? null : (
        <Link
          href={`/p/${slug}/t/${ticket.parentId}`}
          className="self-start text-sm text-accent underline"
        >
          {t("parent", { number: `#${ticket.parentId}` })}
        </Link>
      )}
      <details open={!(isRunning && isLong)}>
        <summary className="min-h-6 text-sm font-medium text-muted">
          {t("story.description")}
        </summary>
        <div className="pt-1">
          <Description slug={slug} ticket={ticket} writes={writes} />
        </div>
      </details>
      {ticket.subTickets.length === 0 ? null : (
        <SubTickets slug={slug} tickets={ticket.subTickets} />
      )}
      <Timeline {...timeline} />
    </div>
  );
}

function SubTickets({
  slug,
  tickets,
}: {
  slug: string;
  tickets: TicketBodyProps["ticket"]["subTickets"];
}) {
  const t = useT(storyWords);
  const columns = useBoard(slug).data?.columns ?? [];
  const isDone = (status: string) =>
    columns.some((column) => column.name === status && column.role === "done");
  const done = tickets.filter((ticket) => isDone(ticket.status)).length;
  return (
    <details>
      <summary className="min-h-6 text-sm font-medium text-muted">
        {t("subTickets", { done, total: tickets.length })}
      </summary>
      <ul className="flex flex-col gap-0.5 pt-1">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Link
              href={`/p/${slug}/t/${ticket.id}`}
              className="flex min-h-6 gap-2 rounded px-1 hover:bg-hover"
            >
              <span className="text-muted">#{ticket.id}</span>
              <span className="min-w-0 flex-1 truncate">{ticket.title}</span>
              <span className="text-sm text-muted">{ticket.status}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
