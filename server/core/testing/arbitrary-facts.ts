import fc from "fast-check";
import type { LoopFacts } from "../dispatch/snapshot.ts";
import { minutesAgo } from "./board.ts";
import { chatter } from "./gate-scene.ts";

/** Runs of up to two agents and changes by rules since a person was here. */
export const anyLoop: fc.Arbitrary<LoopFacts> = fc
  .record({
    runs: fc.constantFrom("", "", "P", "PPPP", "QPQPQP", "QPqP", "PPPPp"),
    changes: fc.constantFrom(0, 0, 5, 12, 20),
  })
  .map(({ runs, changes }) => chatter(runs, changes));

const limit = { model: "", reason: "five_hour" };
/** A provider's limit in each of its stages. */
export const limits = {
  closed: { ...limit, until: minutesAgo(-30) },
  opened: { ...limit, until: minutesAgo(1), reopenedAt: minutesAgo(1), lastStartAfterReopen: null },
  taken: {
    ...limit,
    until: minutesAgo(1),
    reopenedAt: minutesAgo(1),
    lastStartAfterReopen: minutesAgo(0.05),
  },
};

/** A start 40 minutes ago of a ticket that had come to Todo an hour ago. */
export const overtaking = {
  at: minutesAgo(40),
  automationId: "dispatch",
  column: "Todo",
  waitedSince: minutesAgo(60),
  priority: 1,
};
