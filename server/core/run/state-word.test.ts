import { describe, expect, it } from "vitest";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { ticketStateSchema } from "#server/contracts/ticket.ts";
import { stateWords } from "#server/contracts/words.ts";
import type { WhyAnswer } from "#server/contracts/why.ts";
import { say } from "../dispatch/sentence.ts";
import { ticketState } from "./state-word.ts";
import type { StateFacts, StateRun } from "./state-word.ts";

const now = new Date("2026-03-01T12:00:00Z");
const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

const run = (more: Partial<StateRun> = {}): StateRun => ({
  id: "r1",
  agent: "programmer",
  state: "ended",
  outcome: "completed",
  createdAt: at(-20),
  startedAt: at(-19),
  endedAt: at(-5),
  stoppedBy: null,
  lastAction: null,
  error: null,
  failures: 0,
  isCardUnmoved: false,
  ...more,
});
const facts = (more: Partial<StateFacts> = {}): StateFacts => ({
  now,
  columnRole: "normal",
  enteredColumnAt: at(-60),
  question: null,
  run: null,
  retry: null,
  sleep: null,
  isStuck: false,
  waits: null,
  ...more,
});
const question: OpenQuestion = {
  id: "q1",
  runId: "r1",
  ticket: 41,
  kind: "question",
  state: "parked",
  payload: { questions: [{ question: "Which environment?" }] },
  answer: null,
  answeredBy: null,
  createdAt: at(-3).toISOString(),
  answeredAt: null,
};
const waits = (
  code: "GROUP_BUSY" | "NOTHING_CHANGED" | "STOPPED_BY_PERSON",
): WhyAnswer["waits"] => ({
  code,
  sentence: say("gate.GROUP_BUSY.ticketless", { group: "workspace", agent: "qa" }),
  since: at(-4).toISOString(),
  place: 2,
  group: "workspace",
  smallestChange: null,
});

const table: [string, Partial<StateFacts>, string | null, string | null][] = [
  [
    "queued without a place",
    { run: run({ state: "queued", outcome: null, held: { gate: "SLOTS_FULL", since: at(-2) } }) },
    "waits",
    "programmer waits for a place: all are taken, some by another installation",
  ],
  [
    "starting after it had waited for a place",
    { run: run({ state: "starting", outcome: null, held: { gate: "REDIS_DOWN", since: at(-2) } }) },
    "starting",
    "programmer starts",
  ],
  [
    "asks",
    { question, run: run({ state: "awaiting_input", outcome: null }) },
    "asks",
    "Which environment?",
  ],
  ["a parked question of an ended run", { question, run: run() }, "asks", "Which environment?"],
  ["a plan", { question: { ...question, kind: "plan" } }, "asks", "wants its plan approved"],
  [
    "a permission",
    { question: { ...question, kind: "permission", payload: { tool: "Bash" } } },
    "asks",
    "asks to use Bash",
  ],
  [
    "crashed",
    { run: run({ outcome: "failed", error: "exit 1" }) },
    "failed",
    "programmer ended early: exit 1",
  ],
  [
    "could not start",
    { run: run({ outcome: "spawn_failed", error: "no such file" }) },
    "failed",
    "programmer could not start: no such file",
  ],
  [
    "crashed too often is failed, not stuck",
    { run: run({ outcome: "stalled" }), isStuck: true },
    "failed",
    "programmer said nothing for too long",
  ],
  [
    "crashed, to be tried again",
    { run: run({ outcome: "failed" }), retry: { dueAt: at(5), attempt: 2, limit: 5 } },
    "retrying",
    "2 of 5 at 2026-03-01T12:05:00Z",
  ],
  [
    "no progress",
    { run: run({ outcome: "max_turns" }), isStuck: true },
    "stuck",
    "programmer used all its turns without progress",
  ],
  [
    "lost",
    { run: run({ outcome: "lost" }), sleep: { kind: "lost", until: at(1) } },
    "interrupted",
    "The machine went away while programmer worked; it resumes at 2026-03-01T12:01:00Z",
  ],
  [
    "lost, and the project asks",
    { run: run({ outcome: "lost" }), sleep: { kind: "lost", until: null } },
    "interrupted",
    "The machine went away while programmer worked",
  ],
  [
    "lost too often",
    { run: run({ outcome: "lost" }), isStuck: true },
    "stuck",
    "programmer needs a person",
  ],
  [
    "running",
    { run: run({ state: "running", outcome: null, lastAction: "Editing cart.ts" }) },
    "running",
    "Editing cart.ts",
  ],
  [
    "running, silent",
    { run: run({ state: "running", outcome: null }) },
    "running",
    "programmer works",
  ],
  ["ending", { run: run({ state: "ending", outcome: null }) }, "running", "programmer is ending"],
  ["queued", { run: run({ state: "queued", outcome: null }) }, "starting", "programmer starts"],
  [
    "verifying",
    { run: run({ state: "verifying", outcome: null }) },
    "starting",
    "programmer starts",
  ],
  [
    "limit",
    { run: run({ outcome: "rate_limited" }), sleep: { kind: "limit", until: at(90) } },
    "sleeps",
    "Claude limit until 2026-03-01T13:30:00Z",
  ],
  [
    "budget",
    { run: run(), sleep: { kind: "budget", until: null } },
    "sleeps",
    "until there is money again",
  ],
  [
    "a sleep whose time has come",
    { run: run(), sleep: { kind: "budget", until: now }, waits: waits("GROUP_BUSY") },
    "waits",
    null,
  ],
  ["another sleep", { run: run(), sleep: { kind: "#43", until: null } }, "sleeps", "until #43"],
  [
    "waits",
    { waits: waits("GROUP_BUSY") },
    "waits",
    "Group workspace is busy: qa works without a ticket",
  ],
  ["waits after an earlier run", { run: run(), waits: waits("GROUP_BUSY") }, "waits", null],
  ["done in review", { run: run(), columnRole: "review" }, "to_review", "programmer is done"],
  ["done elsewhere", { run: run() }, "done", "programmer is done"],
  [
    "done where it was",
    { run: run({ isCardUnmoved: true }), waits: waits("NOTHING_CHANGED") },
    "not_moved",
    "programmer is done, nobody moved the card",
  ],
  [
    "a review that leaves the card",
    { run: run({ isCardUnmoved: true }), columnRole: "review" },
    "to_review",
    null,
  ],
  [
    "stopped",
    { run: run({ outcome: "stopped", stoppedBy: "Ada" }), waits: waits("STOPPED_BY_PERSON") },
    "stopped",
    "by Ada",
  ],
  [
    "failed, and a person finished it",
    { run: run({ outcome: "failed" }), columnRole: "done" },
    null,
    null,
  ],
  ["never run, not selected", {}, null, null],
];

describe("ticketState", () => {
  it.each(table)("%s", (_name, given, word, reason) => {
    const state = ticketState(facts(given));
    expect(state?.word ?? null).toBe(word);
    if (reason !== null) expect(state?.reason?.text).toBe(reason);
    if (state !== null) expect(ticketStateSchema.parse(state)).toEqual(state);
  });

  it("knows every word", () => {
    const found = new Set(table.map(([, , word]) => word));
    expect(stateWords.filter((word) => !found.has(word))).toEqual([]);
  });

  it("takes the first word that applies, from the top of the list", () => {
    const everything = facts({
      question,
      run: run({ outcome: "failed" }),
      isStuck: true,
      sleep: { kind: "limit", until: at(3) },
      waits: waits("GROUP_BUSY"),
    });
    expect(ticketState(everything)?.word).toBe("asks");
    expect(ticketState({ ...everything, question: null })?.word).toBe("failed");
    const retry = { dueAt: at(1), attempt: 2, limit: 5 };
    expect(ticketState({ ...everything, question: null, retry })?.word).toBe("retrying");
    expect(ticketState({ ...everything, question: null, run: null })?.word).toBe("sleeps");
  });

  it("says since when, and the gate and place of what waits", () => {
    expect(ticketState(facts({ waits: waits("GROUP_BUSY"), run: run() }))).toMatchObject({
      since: at(-4).toISOString(),
      gate: "GROUP_BUSY",
      place: 2,
      runId: null,
    });
    expect(ticketState(facts({ run: run({ state: "running", outcome: null }) }))?.since).toBe(
      at(-19).toISOString(),
    );
    expect(ticketState(facts({ run: run() }))?.since).toBe(at(-5).toISOString());
  });
});

describe("what a person does with a run", () => {
  const takenOver = { runId: "r1", agent: "programmer", by: "ada", since: at(-2) };

  it("says who has the session before what the agent asked", () => {
    const state = ticketState(facts({ run: run(), question, takenOver }));
    expect(state).toMatchObject({
      word: "stopped",
      reason: { text: "ada works in the session of programmer" },
      since: at(-2).toISOString(),
      takenOver: { runId: "r1", agent: "programmer", by: "ada" },
    });
    expect(ticketStateSchema.parse(state)).toEqual(state);
    const ending = run({ state: "ending", outcome: null, endedAt: null });
    expect(ticketState(facts({ run: ending, takenOver }))?.word).toBe("running");
  });

  it("shows a start that waits before how the last run ended", () => {
    const failed = run({ outcome: "failed", error: "exit 1" });
    expect(ticketState(facts({ run: failed, waits: waits("GROUP_BUSY") }))?.word).toBe("failed");
    expect(
      ticketState(facts({ run: failed, waits: waits("GROUP_BUSY"), isQueued: true })),
    ).toMatchObject({ word: "waits", place: 2, isQueued: true });
  });

  it("names the group that a parked run keeps", () => {
    const holds = { runId: "r1", group: "code", since: at(-5).toISOString() };
    expect(ticketState(facts({ run: run(), question, holds }))).toMatchObject({
      word: "asks",
      holds,
    });
  });
});
