import type { RunSummary } from "#server/contracts/run.ts";

/** The run a ticket shows: the one a person picked, else the one that is active, else the newest. */
export function shownRun(runs: readonly RunSummary[], picked: string | null): RunSummary | null {
  return (
    runs.find((run) => run.id === picked) ??
    runs.find((run) => run.state !== "ended") ??
    runs[0] ??
    null
  );
}
