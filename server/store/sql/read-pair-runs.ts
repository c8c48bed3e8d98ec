import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface PairRun {
  id: string;
  ticketId: number;
  agent: string;
  automationId: string | null;
  cause: string;
  state: string;
  outcome: string | null;
  admittedRevision: bigint;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  stopRequestedBy: string | null;
  stopRequestedByKind: string | null;
  isStopLifted: boolean;
  hasProgress: boolean;
  wakeOn: unknown;
  resetsAt: Date | null;
}

/** Failures beyond this number change nothing, so no more history is read. */
const RUNS_PER_PAIR = 12;

/** The newest runs of every (ticket, agent) pair of these tickets, newest first. */
export async function readPairRuns(tx: Tx, ticketIds: number[]): Promise<PairRun[]> {
  if (ticketIds.length === 0) return [];
  return tx.$queryRaw<PairRun[]>(Prisma.sql`
    SELECT * FROM (
      SELECT "id", "ticketId", "agent", "automationId", "cause", "state", "outcome", "admittedRevision", "createdAt",
             "startedAt", "endedAt", "stopRequestedBy", "stopRequestedByKind", "isStopLifted", "hasProgress",
             "wakeOn", "resetsAt",
             ROW_NUMBER() OVER (PARTITION BY "ticketId", "agent" ORDER BY "createdAt" DESC, "id" DESC) AS place
        FROM "Run" WHERE "ticketId" = ANY(${ticketIds}::int[])
    ) ranked
     WHERE place <= ${RUNS_PER_PAIR}
     ORDER BY "createdAt" DESC, "id" DESC`);
}
