import type { Candidate, DispatchSnapshot, LastRunFacts } from "../dispatch/snapshot.ts";
import { buildPair, buildSnapshot, buildTicket, minutesAgo } from "./board.ts";

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
