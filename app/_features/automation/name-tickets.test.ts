import { expect, it } from "vitest";
import { nameTickets } from "./name-tickets.ts";

const others = (tickets: string, count: number) => `${tickets} and ${count} others`;

it("writes a few out and counts the rest", () => {
  expect(nameTickets([12, 14, 20], 3, others)).toBe("#12, #14, #20");
  expect(nameTickets([1, 2, 3, 4, 5, 6, 7], 40, others)).toBe("#1, #2, #3, #4, #5 and 35 others");
  expect(nameTickets([], 0, others)).toBe("");
});
