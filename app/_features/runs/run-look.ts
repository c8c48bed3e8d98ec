import type { RunSummary } from "#server/contracts/run.ts";
import type { RunOutcome, RunState, StateWord } from "#server/contracts/words.ts";

const outcomeWords: Record<RunOutcome, StateWord> = {
  completed: "done",
  failed: "failed",
  max_turns: "stuck",
  budget_exceeded: "stuck",
  timed_out: "failed",
  stalled: "failed",
  stopped: "stopped",
  rate_limited: "sleeps",
  spawn_failed: "failed",
  verify_failed: "failed",
  lost: "interrupted",
};

const stateWords: Record<Exclude<RunState, "ended">, StateWord> = {
  queued: "starting",
  starting: "starting",
  verifying: "starting",
  running: "running",
  awaiting_input: "asks",
  ending: "running",
};

/** Icon and hue of a run in a list. */
export function lookOfRun(run: Pick<RunSummary, "state" | "outcome">): StateWord {
  if (run.state !== "ended") return stateWords[run.state];
  return run.outcome === null ? "done" : outcomeWords[run.outcome];
}
