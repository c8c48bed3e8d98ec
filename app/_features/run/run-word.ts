import type { RunDetail, RunLiveState } from "#server/contracts/run.ts";
import type { TicketState } from "#server/contracts/ticket.ts";
import type { RunState, StateWord } from "#server/contracts/words.ts";

const activeWords = {
  queued: "starting",
  starting: "starting",
  verifying: "starting",
  running: "running",
  awaiting_input: "asks",
  ending: "running",
} as const satisfies Record<Exclude<RunState, "ended">, StateWord>;

export type RunFacts = Pick<RunDetail, "id" | "state" | "outcome" | "verdict">;

/**
 * The word of a run (ux 14). While the ticket's own state speaks of this run, that one is shown, so
 * that card and panel never differ; a run of the past has the word of its own end.
 */
export function runWord(
  run: RunFacts,
  live: RunLiveState | null,
  ticket: TicketState | null,
): StateWord {
  const state = live?.state ?? run.state;
  if (state !== "ended") return activeWords[state];
  if (ticket?.runId === run.id && !["running", "starting"].includes(ticket.word))
    return ticket.word;
  const outcome = live?.outcome ?? run.outcome;
  if (outcome === "stopped") return "stopped";
  if (outcome === "lost") return "interrupted";
  if (run.verdict === "DONE") return "done";
  if (run.verdict === "STUCK") return "stuck";
  if (run.verdict === "DORMANT" || outcome === "rate_limited") return "sleeps";
  if (outcome === "completed" || outcome === null) return "done";
  return "failed";
}
