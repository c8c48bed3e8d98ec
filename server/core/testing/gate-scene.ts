import type {
  Candidate,
  DispatchSnapshot,
  LastRunFacts,
  LoopFacts,
  ParkedRunFacts,
} from "../dispatch/snapshot.ts";
import { buildPair, buildSnapshot, buildTicket, dispatchRule, minutesAgo } from "./board.ts";

/** A board and a candidate, as changes of the plain ones, and the sentence they make. */
export interface Case {
  name: string;
  snapshot?: Partial<DispatchSnapshot>;
  candidate?: Partial<Candidate>;
  sentence: string;
}

export const base = buildSnapshot();
export const nobody: DispatchSnapshot["members"] = {};
export const project = (more: Partial<DispatchSnapshot["project"]>) => ({
  project: { ...base.project, ...more },
});
export const pair = (more: Parameters<typeof buildPair>[0]) => ({
  ticket: buildTicket({ pairs: { programmer: buildPair(more) } }),
});
export const machine = (more: Partial<DispatchSnapshot["machine"]>) => ({
  machine: { ...base.machine, ...more },
});
export const stoppedRun: LastRunFacts = {
  id: "r0",
  automationId: "dispatch",
  outcome: "stopped",
  endedAt: minutesAgo(9),
  stoppedBy: "Ada",
  stoppedByKind: "person",
  isStopLifted: false,
};

export const parkedRun: ParkedRunFacts = {
  runId: "r2",
  agent: "qa",
  ticketNumber: 88,
  group: "workspace",
  since: minutesAgo(40),
};

/**
 * Runs that ended on a ticket, oldest first: "P" a run of programmer, "Q" one of qa; small letters made
 * progress.
 */
export function chatter(runs: string, automationChanges = 0): LoopFacts {
  return {
    runs: [...runs].map((letter, index) => ({
      agent: letter.toUpperCase() === "P" ? "programmer" : "qa",
      runId: `r${index}`,
      endedAt: minutesAgo(runs.length - index),
      progress: letter === letter.toLowerCase(),
    })),
    automationChanges,
    sinceRevision: 1,
  };
}

/** A rule that starts only tickets whose contract somebody wrote. */
export const explicitRule = {
  ...dispatchRule,
  actions: [{ type: "runAgent", agent: "programmer", maxCostUsd: 2, contract: "explicit" }],
};

/** A contract without errors. */
export const readyContract = {
  mission: "Add the value added tax to the total of the cart.",
  boundaries: { scope: ["server/cart"], mustNot: ["touch migrations"] },
  context: { mode: "minimal", tokenBudget: 0 },
  tools: { agentType: "coder" },
  output: { schema: { type: "object" }, channel: "comment" },
  failure: { retries: 1, timeoutSec: 600, escalateTo: "owner", onStuck: "blocked column" },
  autonomy: "execution",
};
