import { describe, expect, it } from "vitest";
import type { TicketState } from "#server/contracts/ticket.ts";
import { runWord, type RunFacts } from "./run-word.ts";

const run = (facts: Partial<RunFacts>): RunFacts => ({
  id: "r",
  state: "ended",
  outcome: "completed",
  verdict: null,
  ...facts,
});
const ticket = (word: TicketState["word"], runId = "r"): TicketState => ({
  word,
  reason: null,
  since: "2026-01-05T09:00:00.000Z",
  runId,
  agent: null,
  gate: null,
  place: null,
  question: null,
});

describe("runWord", () => {
  it.each([
    [run({ state: "queued", outcome: null }), "starting"],
    [run({ state: "running", outcome: null }), "running"],
    [run({ state: "awaiting_input", outcome: null }), "asks"],
    [run({ outcome: "stopped" }), "stopped"],
    [run({ outcome: "lost" }), "interrupted"],
    [run({ outcome: "rate_limited" }), "sleeps"],
    [run({ outcome: "spawn_failed" }), "failed"],
    [run({ outcome: "max_turns", verdict: "STUCK" }), "stuck"],
    [run({}), "done"],
  ] as const)("has one word per end (%#)", (facts, word) => {
    expect(runWord(facts, null, null)).toBe(word);
  });

  it("says what the card says while the card speaks of this run", () => {
    expect(runWord(run({}), null, ticket("to_review"))).toBe("to_review");
    expect(runWord(run({}), null, ticket("to_review", "another"))).toBe("done");
  });

  it("does not stay running because the card was read before the end", () => {
    expect(runWord(run({}), null, ticket("running"))).toBe("done");
  });
});
