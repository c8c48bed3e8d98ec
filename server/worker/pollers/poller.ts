import type { Automation } from "#server/core/automation/automation.ts";
import type { DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import type { Tx } from "../../store/client.ts";

/** What an event trigger sees of the activity log between its cursor and the newest revision. */
export interface PollScope {
  tx: Tx;
  snapshot: DispatchSnapshot;
  automation: Automation;
  /** Exclusive. */
  after: number;
  /** Inclusive. */
  until: number;
}

/** One occurrence: becomes an owed firing of the automation, at most one per ticket (rule 1). */
export interface Occurrence {
  ticketId: number | null;
  revision: number;
  payload: Record<string, unknown>;
}

/** Reads occurrences in `(after, until]`, oldest first. Writes nothing. */
export type Poller = (scope: PollScope) => Promise<Occurrence[]>;
