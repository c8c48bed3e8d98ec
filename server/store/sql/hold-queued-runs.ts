import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** What keeps a queued run from its place among several installations (rule 9). */
export type HeldFor = "SLOTS_FULL" | "REDIS_DOWN";

export interface HeldRun {
  id: string;
  project: string;
  /** Number; null = a run without a ticket. */
  ticket: number | null;
}

/**
 * Notes on every queued run what it waits for now, and answers those of which that is news. It goes
 * without saying when the run is claimed: the note counts only while a run is queued.
 */
export async function holdQueuedRuns(sql: SqlRunner, heldFor: HeldFor): Promise<HeldRun[]> {
  return sql.$queryRaw<HeldRun[]>(Prisma.sql`
    UPDATE "Run" r SET "heldFor" = ${heldFor}, "heldSince" = clock_timestamp()
      FROM "Run" found JOIN "Project" p ON p."id" = found."projectId" LEFT JOIN "Ticket" t ON t."id" = found."ticketId"
     WHERE found."state" = 'queued' AND found."heldFor" IS DISTINCT FROM ${heldFor} AND r."id" = found."id" AND r."state" = 'queued'
    RETURNING r."id", p."slug" AS project, t."number" AS ticket`);
}

/**
 * Gives a run that found no place back to the queue: nothing of it was started. False when it is not
 * this worker's any more, or somebody asked to stop it meanwhile.
 */
export async function giveBackRun(
  sql: SqlRunner,
  run: { id: string; fence: number },
  heldFor: HeldFor,
): Promise<boolean> {
  const rows = await sql.$queryRaw<{ id: string }[]>(Prisma.sql`
    UPDATE "Run" SET "state" = 'queued', "workerId" = NULL, "leaseUntil" = NULL, "claimedAt" = NULL,
           "heldSince" = CASE WHEN "heldFor" = ${heldFor} THEN "heldSince" ELSE clock_timestamp() END, "heldFor" = ${heldFor}
     WHERE "id" = ${run.id} AND "fence" = ${run.fence} AND "state" = 'starting' AND "stopRequestedAt" IS NULL
    RETURNING "id"`);
  return rows.length === 1;
}
