import type { LoopFacts } from "#server/core/dispatch/snapshot.ts";
import type { RunRow, TicketRow } from "./ticket-rows.ts";

/** What the loop detector looks at: runs that ended well since the last human event and what each achieved (rule 15). */
export function buildLoopFacts(row: TicketRow): LoopFacts {
  const ended = row.runs.filter(
    (run) => run.state === "ended" && run.admittedRevision >= row.personRevision,
  );
  const oldestFirst = ended.toReversed();
  return {
    runs: oldestFirst.flatMap((run, index) => {
      const progress = hasToken(row, run, oldestFirst[index + 1]);
      // Bad ends have a limit of their own (rule 2); only good ones go round in circles.
      const isCounted = progress || run.outcome === "completed";
      if (run.endedAt === null || !isCounted) return [];
      return [{ agent: run.agent, runId: run.id, endedAt: run.endedAt, progress }];
    }),
    automationChanges: row.automationChanges,
    sinceRevision: row.personRevision,
  };
}

/** A new commit, a new child, a column never visited before, or a done-role column reached. */
function hasToken(row: TicketRow, run: RunRow, next: RunRow | undefined): boolean {
  const commitAfter = run.commitAfter ?? next?.commitBefore ?? null;
  if (commitAfter !== null && commitAfter !== run.commitBefore) return true;
  if (row.children.some((child) => child.createdByRunId === run.id)) return true;
  const until = next?.admittedRevision ?? Number.POSITIVE_INFINITY;
  const visited = new Set<string | null>();
  for (const { revision, from, to, isDone } of row.moves) {
    visited.add(from);
    const isOfRun = revision >= run.admittedRevision && revision < until;
    if (isOfRun && (isDone || !visited.has(to))) return true;
    visited.add(to);
  }
  return false;
}
