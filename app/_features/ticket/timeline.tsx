"use client";
import { useState } from "react";
import type { RunSummary } from "#server/contracts/run.ts";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { changeText } from "./change-text.ts";
import { eventText } from "./event-text.ts";
import { CommentEntry } from "./comment-entry.tsx";
import { RunEntry } from "./run-entry.tsx";
import { linkedComment } from "./linked-comment.ts";
import {
  filterEntries,
  timelineEntries,
  timelineFilters,
  type TimelineEntry,
  type TimelineFilter,
} from "./timeline-entries.ts";
import { storyWords } from "./story-words.ts";

export interface TimelineProps {
  slug: string;
  ticket: Ticket;
  runs: readonly RunSummary[];
  shownRunId: string | null;
  onShowRun: (run: string) => void;
}

/** Entries drawn at first; the rest on demand. */
const shownAtFirst = 60;

export function Timeline({ slug, ticket, runs, shownRunId, onShowRun }: TimelineProps) {
  const t = useT(storyWords);
  const [isWhole, setWhole] = useState(() => linkedComment() !== null);
  const [filter, setFilter] = useState<TimelineFilter>("all");
  const entries = filterEntries(timelineEntries(ticket, runs), filter);
  const hidden = isWhole ? 0 : Math.max(0, entries.length - shownAtFirst);
  return (
    <section aria-label={t("timeline")} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex-1 text-sm font-medium text-muted">{t("timeline")}</h3>
        <div role="group" aria-label={t("filter.label")} className="flex gap-0.5">
          {timelineFilters.map((value) => (
            <Button
              key={value}
              size="small"
              look="ghost"
              aria-pressed={value === filter}
              className={value === filter ? "bg-accent-tint font-medium" : "text-muted"}
              onClick={() => setFilter(value)}
            >
              {t(`filter.${value}`)}
            </Button>
          ))}
        </div>
      </div>
      {entries.length === 0 ? <p className="text-muted">{t("timeline.empty")}</p> : null}
      {hidden > 0 ? (
        <Button look="ghost" size="small" className="self-start" onClick={() => setWhole(true)}>
          {t("timeline.show", { count: hidden })}
        </Button>
      ) : null}
      <ul className="flex flex-col gap-1.5">
        {entries.slice(hidden).map((entry) => (
          <li key={entry.key} data-entry={entry.type}>
            {entry.type === "run" ? (
              <RunEntry
                run={entry.run}
                isShown={entry.run.id === shownRunId}
                onShow={() => onShowRun(entry.run.id)}
              />
            ) : (
              <Entry slug={slug} number={ticket.id} entry={entry} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({
  slug,
  number,
  entry,
}: {
  slug: string;
  number: number;
  entry: Exclude<TimelineEntry, { type: "run" }>;
}) {
  const t = useT(storyWords);
  const words = useT(componentWords);
  const say = useSentence();
  if (entry.type === "comment")
    return <CommentEntry slug={slug} number={number} comment={entry.comment} />;
  const { activity, changes, actions } = entry;
  const told = eventText(activity, t);
  const parts =
    activity.kind === "ticket_created"
      ? []
      : changes.map((change) => changeText(change, t, (priority) => words(`priority.${priority}`)));
  const became = actions.map(({ text, sentence }) => (sentence ? say(sentence) : text));
  const said = [...(told === null ? [] : [told]), ...parts, ...became].join(", ") || activity.text;
  return (
    <p className="flex flex-wrap gap-x-1.5 px-2 text-sm text-muted">
      <span className="font-medium">{activity.author}</span>
      <span className="min-w-0 break-words">{said}</span>
      <TimeAgo at={entry.at} />
    </p>
  );
}
