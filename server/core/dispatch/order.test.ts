import { describe, expect, it } from "vitest";
import {
  buildCandidate,
  buildFiring,
  buildManual,
  buildSnapshot,
  buildTicket,
  minutesAgo,
} from "../testing/board.ts";
import { orderCandidates, queuePlaces, waitingSince } from "./order.ts";

const one = (number: number, more: Parameters<typeof buildTicket>[0] = {}) =>
  buildCandidate({ ticket: buildTicket({ id: 1000 + number, number, ...more }) });
const numbers = (list: ReturnType<typeof orderCandidates>) =>
  list.map(({ ticket }) => ticket?.number);

describe("queuePlaces", () => {
  it("counts within each group, in the order of starts", () => {
    const waiting = [
      { candidate: one(1, { orderKey: "a9" }), group: "workspace" },
      { candidate: one(2, { orderKey: "a5" }), group: "docs" },
      { candidate: one(3, { orderKey: "a1" }), group: "workspace" },
      { candidate: one(4, { priority: 3, orderKey: "z9" }), group: "workspace" },
      { candidate: one(5), group: null },
    ];
    expect(queuePlaces(buildSnapshot(), waiting)).toEqual([3, 1, 2, 1, null]);
  });

  it("puts a person's wish first", () => {
    const wish = buildManual({
      ticket: buildTicket({ id: 1009, number: 9 }),
      firing: buildFiring(),
    });
    const waiting = [one(1, { priority: 3 }), wish].map((candidate) => ({
      candidate,
      group: "workspace",
    }));
    expect(queuePlaces(buildSnapshot(), waiting)).toEqual([2, 1]);
  });
});

describe("orderCandidates", () => {
  it("compares order keys by byte, as the database does", () => {
    const keys = ["a0", "Zz", "a0V", "aA", "b00"];
    const list = keys.map((orderKey, index) => one(index, { orderKey }));
    const sorted = orderCandidates(buildSnapshot(), list).map(({ ticket }) => ticket?.orderKey);
    expect(sorted).toEqual(["Zz", "a0", "a0V", "aA", "b00"]);
  });

  it("steps up exactly after two hours", () => {
    const fresh = one(1, { priority: 2 });
    const waited = (minutes: number) =>
      one(2, { priority: 1, enteredColumnAt: minutesAgo(minutes) });
    expect(numbers(orderCandidates(buildSnapshot(), [fresh, waited(119)]))).toEqual([1, 2]);
    expect(numbers(orderCandidates(buildSnapshot(), [fresh, waited(120)]))).toEqual([2, 1]);
  });

  it("has every ticket first within the bound of the steps, however many higher ones come", () => {
    const low = one(1, { priority: 0, enteredColumnAt: minutesAgo(8 * 60), orderKey: "z" });
    const stream = Array.from({ length: 50 }, (_, index) =>
      one(100 + index, { priority: 3, orderKey: "a0", enteredColumnAt: minutesAgo(index / 10) }),
    );
    expect(numbers(orderCandidates(buildSnapshot(), [...stream, low]))[0]).toBe(1);
  });

  it("takes ticketless firings by age", () => {
    const old = buildCandidate({
      ticket: null,
      firing: buildFiring({ id: 1, createdAt: minutesAgo(30) }),
    });
    const young = buildCandidate({
      ticket: null,
      firing: buildFiring({ id: 2, createdAt: minutesAgo(3) }),
    });
    expect(orderCandidates(buildSnapshot(), [young, old])).toEqual([old, young]);
  });
});

it("waitingSince is what was read, else the firing's, else the column's time", () => {
  const now = minutesAgo(0);
  const firing = buildFiring({ createdAt: minutesAgo(7) });
  expect(waitingSince(one(1, { enteredColumnAt: minutesAgo(9) }), now)).toEqual(minutesAgo(9));
  expect(waitingSince({ ...one(1), firing }, now)).toEqual(minutesAgo(7));
  expect(waitingSince({ ...one(1), firing, waitingSince: minutesAgo(5) }, now)).toEqual(
    minutesAgo(5),
  );
  expect(waitingSince(buildCandidate({ ticket: null }), now)).toEqual(now);
});
