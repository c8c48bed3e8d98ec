import {
  activityDataSchema,
  type ActivityData,
  type FieldChange,
} from "#server/contracts/activity.ts";
import type { RunSummary } from "#server/contracts/run.ts";
import type { Comment, Ticket, TicketActivity } from "#server/contracts/ticket.ts";

export type TimelineEntry =
  | { type: "comment"; key: string; at: string; comment: Comment }
  | {
      type: "activity";
      key: string;
      at: string;
      activity: TicketActivity;
      changes: readonly FieldChange[];
      /** What became of a rule's actions, or what an undo did. */
      actions: NonNullable<ActivityData["actions"]>;
    }
  | { type: "run"; key: string; at: string; run: RunSummary };

/** What of the history is shown; runs are changes. */
export const timelineFilters = ["all", "comments", "changes"] as const;
export type TimelineFilter = (typeof timelineFilters)[number];

export function filterEntries(
  entries: readonly TimelineEntry[],
  filter: TimelineFilter,
): readonly TimelineEntry[] {
  if (filter === "all") return entries;
  return entries.filter((entry) => (entry.type === "comment") === (filter === "comments"));
}

/** Steps of runs are told by the run's own row, comments by themselves. */
const toldElsewhere =
  /^(run_(requested|admitted|running|asks|answered|stop_requested|ended)|comment_(added|edited|deleted))$/;

/** Comments, changes and runs of a ticket in one story, oldest first. */
export function timelineEntries(ticket: Ticket, runs: readonly RunSummary[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...ticket.comments.map((comment): TimelineEntry => ({
      type: "comment",
      key: `c${comment.id}`,
      at: comment.createdAt,
      comment,
    })),
    ...runs.map((run): TimelineEntry => ({
      type: "run",
      key: `r${run.id}`,
      at: run.createdAt,
      run,
    })),
    ...ticket.activities
      .filter((activity) => !toldElsewhere.test(activity.kind))
      .map((activity): TimelineEntry => {
        const { changes = [], actions = [] } =
          activityDataSchema.safeParse(activity.data).data ?? {};
        const key = `a${activity.id}`;
        return { type: "activity", key, at: activity.createdAt, activity, changes, actions };
      }),
  ];
  return entries
    .filter(
      (entry) => entry.type !== "activity" || entry.changes.length > 0 || isTold(entry.activity),
    )
    .toSorted((a, b) => (a.at === b.at ? a.key.localeCompare(b.key) : a.at < b.at ? -1 : 1));
}

/** Kinds without words of their own come as their code: nothing for people. */
function isTold(activity: TicketActivity): boolean {
  return activity.text !== "" && activity.text !== activity.kind;
}
