import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** Time-limited ownership, renewed every 10 s; running out never ends an agent (rule 10). */
export const LEASE_SECONDS = 30;

/**
 * Takes one queued run by compare-and-set, oldest first, and raises its fence. The row lock of the
 * update decides between workers: SKIP LOCKED only avoids queueing behind another claim (no limit is
 * counted here, those were settled at the admission). Lease on the database's clock. Null: none waits.
 */
export async function claimQueuedRun(
  tx: Tx,
  workerId: string,
): Promise<{ id: string; fence: number } | null> {
  const rows = await tx.$queryRaw<{ id: string; fence: number }[]>(Prisma.sql`
    UPDATE "Run" SET "state" = 'starting', "fence" = "fence" + 1, "workerId" = ${workerId},
           "claimedAt" = clock_timestamp(),
           "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     WHERE "state" = 'queued' AND "id" = (
       SELECT "id" FROM "Run" WHERE "state" = 'queued'
        ORDER BY "createdAt", "id" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "id", "fence"`);
  return rows[0] ?? null;
}
