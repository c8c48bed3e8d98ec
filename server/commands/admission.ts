import type { ActivityActor } from "#server/contracts/activity.ts";
import type { GateResult } from "#server/contracts/why.ts";
import type { StartRequest } from "#server/core/automation/plan.ts";
import type { Candidate } from "#server/core/dispatch/snapshot.ts";
import type { CauseText } from "../queries/run-cause.ts";

export interface AdmissionInput {
  projectId: number;
  /** As judged without locks; its ticket's revision must still be the current one. */
  candidate: Candidate;
  /** What the caller resolved: names the groups and columns to lock; compared with the locked view. */
  request: StartRequest;
  /** Signs the activity row and the moves before the run. */
  actor: ActivityActor;
  /** Who and what made it start; absent: what the locked rows say (see `causeOf`). */
  cause?: CauseText;
  /** The run it continues (retry, resume, readjust). */
  previousRunId?: string | null;
}

export type Admission =
  /** `fence`: the caller's worker has taken it with its admission; null: it waits for a worker. */
  | { kind: "admitted"; runId: string; agent: string; fence: number | null }
  /** An automation without runAgent did what it says. */
  | { kind: "acted" }
  | { kind: "refused"; gates: GateResult[]; refusal: GateResult }
  /** The ticket or the firing changed since the caller looked: the next tick sees it anew. */
  | { kind: "stale" };

/** A worker that has places free takes the first runs of an admission with it: no claim comes after. */
export interface Taker {
  workerId: string;
  atMost: number;
}
