"use client";
import Link from "next/link";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { Attachments } from "./attachments.tsx";
import { Blockers } from "./blockers.tsx";
import { Description } from "./description.tsx";
import { familyWords } from "./family-words.ts";
import { SubTickets } from "./sub-tickets.tsx";
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
  const { isReader } = useRights();
  const isDeleted = ticket.deletedAt !== null;
  const isLong = ticket.description.length > 400;
  return (
    <div className="flex flex-col gap-3 p-3">
      <Ancestors slug={slug} ticket={ticket} />
      <details open={!(isRunning && isLong)}>
        <summary className="min-h-6 text-sm font-medium text-muted">
          {t("story.description")}
        </summary>
        <div className="pt-1">
          {isDeleted || isReader ? (
            <Markdown text={ticket.description} slug={slug} />
          ) : (
            <Description slug={slug} ticket={ticket} writes={writes} />
          )}
        </div>
      </details>
      {isDeleted ? null : (
        <>
          <SubTickets slug={slug} ticket={ticket} />
          <Blockers slug={slug} ticket={ticket} />
        </>
      )}
      <Attachments ticket={ticket} />
      <Timeline {...timeline} />
    </div>
  );
}

/** The way down to this ticket, each step a link. */
function Ancestors({ slug, ticket }: Pick<TimelineProps, "slug" | "ticket">) {
  const t = useT(familyWords);
  const above = ticket.ancestors ?? [];
  if (above.length === 0) return null;
  return (
    <nav aria-label={t("path")}>
      <ol className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
        {above.map((one) => (
          <li key={one.id} className="flex max-w-full items-center gap-1">
            <Link
              href={`/p/${encodeURIComponent(slug)}/t/${one.id}`}
              className="max-w-64 truncate text-accent underline underline-offset-2"
            >
              #{one.id} {one.title}
            </Link>
            <span aria-hidden>›</span>
          </li>
        ))}
        <li aria-current="page">#{ticket.id}</li>
      </ol>
    </nav>
  );
}
