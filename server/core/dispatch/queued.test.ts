import { expect, it } from "vitest";
import { suggest } from "./change.ts";
import { queuedSentence } from "./queued.ts";

it.each([
  [
    suggest("change.wait_for_run_minutes", { agent: "programmer", ticket: 41, minutes: 6 }),
    "next after #41, about 6 min",
  ],
  [suggest("change.wait_for_run", { agent: "programmer", ticket: 41 }), "next after #41"],
  [suggest("change.answer_parked", { agent: "programmer", ticket: 7 }), "next after #7"],
  [suggest("change.wait_for_ticketless", { agent: "groomer" }), "next after the run of groomer"],
  [suggest("change.wait_until", { until: "2026-01-05T02:00:00Z" }), "next at 2026-01-05T02:00:00Z"],
  [suggest("change.wait_for_place"), "first in line"],
  [null, "first in line"],
])("says when its turn comes: %j", (change, text) => {
  expect(queuedSentence(change).text).toBe(text);
});
