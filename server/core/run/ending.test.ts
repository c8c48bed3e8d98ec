import { describe, expect, it } from "vitest";
import { runOutcomes } from "#server/contracts/words.ts";
import { retryLimit } from "./backoff.ts";
import { decideEnding } from "./ending.ts";
import type { Ending, EndingFacts } from "./ending.ts";

const now = new Date("2026-03-01T12:00:00Z");
const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

const facts = (more: Partial<EndingFacts>): EndingFacts => ({
  now,
  agent: "programmer",
  outcome: "completed",
  stoppedBy: null,
  hasStarted: true,
  hasProgress: true,
  hasSession: true,
  isUntouched: true,
  restoreStatusOnFail: true,
  isCardUnmoved: false,
  failures: 0,
  limit: 5,
  backoff: { baseMs: 60_000, maxMs: 1_800_000 },
  isDaysCap: false,
  resetsAt: null,
  hasOpenQuestion: false,
  onLost: "resume",
  lostInARow: 1,
  owner: "ada",
  random01: 0.5,
  ...more,
});

const quiet = {
  isFailure: false,
  failures: 0,
  putBack: false,
  next: null,
  wakeOn: null,
  holdPair: null,
  moveToBlocked: false,
  isUnmoved: false,
};
const retry = {
  isFailure: true,
  failures: 1,
  putBack: true,
  next: { kind: "retry", dueAt: inMinutes(1) },
};
const owed = { ...retry, next: { kind: "owed_again", dueAt: inMinutes(1) } };
const stuck = { isFailure: true, failures: 1, holdPair: "stuck", moveToBlocked: true };

const table: [string, Partial<EndingFacts>, Partial<Ending> | Record<string, unknown>][] = [
  ["completed and moved on", {}, {}],
  ["completed resets the count", { failures: 3 }, {}],
  ["completed where it was put", { isCardUnmoved: true }, { isUnmoved: true }],
  [
    "completed with a parked question",
    { hasOpenQuestion: true, failures: 2 },
    { failures: 2, wakeOn: { kind: "answer", until: null } },
  ],
  [
    "account limit",
    { outcome: "rate_limited", resetsAt: inMinutes(90) },
    {
      wakeOn: { kind: "limit", until: inMinutes(90) },
      next: { kind: "wake", dueAt: inMinutes(90) },
    },
  ],
  ["account limit without a time is a failed try", { outcome: "rate_limited" }, retry],
  [
    "lost with a session",
    { outcome: "lost", failures: 1 },
    {
      failures: 1,
      wakeOn: { kind: "lost", until: inMinutes(1) },
      next: { kind: "wake", dueAt: inMinutes(1) },
    },
  ],
  [
    "lost, and the project asks",
    { outcome: "lost", onLost: "ask" },
    { wakeOn: { kind: "lost", until: null } },
  ],
  ["lost without a session", { outcome: "lost", hasSession: false }, retry],
  [
    "lost three times without an event",
    { outcome: "lost", lostInARow: 3 },
    { holdPair: "stuck", moveToBlocked: true },
  ],
  [
    "the day's cap",
    { outcome: "budget_exceeded", isDaysCap: true, hasProgress: false },
    { wakeOn: { kind: "budget", until: null }, next: { kind: "wake", dueAt: now } },
  ],
  ["spawn failed", { outcome: "spawn_failed", hasStarted: false, hasProgress: false }, owed],
  ["verify failed", { outcome: "verify_failed", hasStarted: false, hasProgress: false }, owed],
  [
    "a start that failed puts back whatever the action says",
    { outcome: "spawn_failed", hasStarted: false, restoreStatusOnFail: false },
    owed,
  ],
  [
    "a start that failed on a touched ticket",
    { outcome: "spawn_failed", hasStarted: false, isUntouched: false },
    { ...owed, putBack: false },
  ],
  ["failed", { outcome: "failed", hasProgress: false }, retry],
  ["stalled", { outcome: "stalled", hasProgress: false }, retry],
  ["max turns with progress", { outcome: "max_turns" }, retry],
  ["timed out with progress", { outcome: "timed_out" }, retry],
  ["own cap with progress", { outcome: "budget_exceeded" }, retry],
  ["max turns without progress", { outcome: "max_turns", hasProgress: false }, stuck],
  ["timed out without progress", { outcome: "timed_out", hasProgress: false }, stuck],
  ["own cap without progress", { outcome: "budget_exceeded", hasProgress: false }, stuck],
  [
    "failed, not to be restored",
    { outcome: "failed", restoreStatusOnFail: false },
    { ...retry, putBack: false },
  ],
  [
    "failed on a touched ticket",
    { outcome: "failed", isUntouched: false },
    { ...retry, putBack: false },
  ],
  [
    "failed again: the pause doubles",
    { outcome: "failed", failures: 2 },
    { ...retry, failures: 3, next: { kind: "retry", dueAt: inMinutes(4) } },
  ],
  ["retries spent", { outcome: "failed", failures: 4 }, { ...stuck, failures: 5 }],
  [
    "start failures spend retries too",
    { outcome: "spawn_failed", hasStarted: false, failures: 4 },
    { ...stuck, failures: 5 },
  ],
  [
    "stopped by a person",
    { outcome: "stopped", failures: 2, stoppedBy: { name: "Ada", isPerson: true } },
    { failures: 2, holdPair: "stopped" },
  ],
  [
    "withdrawn by the engine",
    { outcome: "stopped", stoppedBy: { name: "system", isPerson: false } },
    {},
  ],
];

const whatToDo = "Look at the run, then press Run, or change or move the ticket.";

describe("decideEnding", () => {
  it("leaves out an owner whom nobody knows", () => {
    const { note } = decideEnding(facts({ outcome: "failed", failures: 4, owner: null }));
    expect(note?.text).toMatch(/^programmer ended early \(failed\), 5 times in a row/);
  });

  it.each([
    [1, 5, 1],
    [2, 5, 2],
    [5, 2, 2],
    [5, 5, 5],
  ])("with %i tries by contract and %i by rule the try %i is the last", (retries, rule, last) => {
    const limit = retryLimit({ retries: retries - 1, maxConsecutiveRuns: rule });
    const kinds = Array.from(
      { length: last },
      (_, failures) =>
        decideEnding(facts({ outcome: "failed", failures, limit })).next?.kind ?? null,
    );
    expect(kinds).toEqual([...Array<string>(last - 1).fill("retry"), null]);
  });

  it.each(table)("%s", (_name, given, expected) => {
    const { reason, note, ...ending } = decideEnding(facts(given));
    expect(ending).toEqual({ ...quiet, ...expected });
    expect(reason.text).not.toMatch(/[{}]|undefined/);
    expect(note === null).toBe(!ending.moveToBlocked);
    if (note !== null) expect(note.text).toBe(`@ada ${reason.text}. ${whatToDo}`);
  });

  it("knows every outcome, and what it knows is in the table", () => {
    const covered = new Set(table.map(([, given]) => given.outcome ?? "completed"));
    expect([...covered].toSorted()).toEqual([...runOutcomes].toSorted());
  });

  it("never puts a stopped ticket back nor tries it again", () => {
    const ending = decideEnding(
      facts({ outcome: "stopped", stoppedBy: { name: "Ada", isPerson: true }, failures: 0 }),
    );
    expect(ending).toMatchObject({ putBack: false, next: null, moveToBlocked: false });
    expect(ending.reason.text).toBe("Stopped by Ada");
  });
});
