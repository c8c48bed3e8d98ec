/** R-16 on a simulated clock: one place, and for every hour of it an hour of urgent work that is new. */
import { expect, it } from "vitest";
import { buildCandidate, buildSnapshot, buildTicket } from "../testing/board.ts";
import { orderCandidates } from "./order.ts";
import type { Candidate } from "./snapshot.ts";

const MINUTE_MS = 60_000;
const RUN_MINUTES = 10;
const LOW_TICKETS = 1_000;
/** Priorities of the model: Idea to Critical. */
const LOWEST = 0;
const HIGHEST = 3;
const STEP_MINUTES = 120;

const begin = new Date("2026-03-01T00:00:00Z");
const at = (minutes: number): Date => new Date(begin.getTime() + minutes * MINUTE_MS);

function wait(number: number, priority: number, minutes: number): Candidate {
  return buildCandidate({
    ticket: buildTicket({
      id: number,
      number,
      priority,
      enteredColumnAt: at(minutes),
      // The urgent ones are always put on top of their column.
      orderKey: priority === HIGHEST ? "A" : "b",
    }),
  });
}

it("starts every one of 1,000 low tickets within the bound of one priority step per 2 h", () => {
  let waiting = Array.from({ length: LOW_TICKETS }, (_, index) => wait(index + 1, LOWEST, 0));
  const startedAt = new Map<number, number>();
  let urgent = 0;
  // After so long a low ticket is above everything urgent that comes from then on.
  const overtakenAfter = (HIGHEST - LOWEST + 1) * STEP_MINUTES;
  // Before the last of them start at most all others, and the urgent ones that came until then.
  const boundMinutes = (LOW_TICKETS + overtakenAfter / RUN_MINUTES + 1) * RUN_MINUTES;

  for (let minutes = 0; startedAt.size < LOW_TICKETS; minutes += RUN_MINUTES) {
    expect(minutes).toBeLessThanOrEqual(boundMinutes);
    urgent += 1;
    waiting.push(wait(10_000 + urgent, HIGHEST, minutes));
    const [first] = orderCandidates(buildSnapshot({ now: at(minutes) }), waiting);
    const number = first?.ticket?.number ?? 0;
    waiting = waiting.filter((one) => one !== first);
    if (number <= LOW_TICKETS) startedAt.set(number, minutes);
  }

  const starts = [...startedAt.values()];
  expect(Math.max(...starts)).toBeLessThanOrEqual(boundMinutes);
  // The stream is served first as long as it is the more urgent one.
  expect(Math.min(...starts)).toBeGreaterThanOrEqual((HIGHEST - LOWEST) * STEP_MINUTES);
}, 60_000);

it("serves urgent tickets first as long as nobody has waited for them", () => {
  const candidates = [wait(1, LOWEST, 0), wait(2, HIGHEST, 60)];
  const [first] = orderCandidates(buildSnapshot({ now: at(90) }), candidates);
  expect(first?.ticket?.number).toBe(2);
});
