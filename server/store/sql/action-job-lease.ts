import type { Tx } from "../client.ts";
import { LEASE_SECONDS } from "./claim-queued-runs.ts";

/** Takes the oldest job that nobody works on, by compare-and-set; null when there is none. */
export async function claimActionJob(tx: Tx, workerId: string): Promise<bigint | null> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    UPDATE "ActionJob" SET "workerId" = ${workerId},
           "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     WHERE "id" = (
       SELECT "id" FROM "ActionJob"
        WHERE "endedAt" IS NULL AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
        ORDER BY "id" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "id"`;
  return rows[0]?.id ?? null;
}

/** False: another worker has it now. */
export async function renewJobLease(tx: Tx, jobId: bigint, workerId: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE "ActionJob" SET "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     WHERE "id" = ${jobId} AND "workerId" = ${workerId} AND "endedAt" IS NULL`;
  return count === 1;
}

/** Over, or let go for the next worker. */
export async function endActionJob(
  tx: Tx,
  jobId: bigint,
  workerId: string,
  isOver: boolean,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "ActionJob" SET "leaseUntil" = NULL,
           "endedAt" = CASE WHEN ${isOver} THEN clock_timestamp() ELSE NULL END
     WHERE "id" = ${jobId} AND "workerId" = ${workerId} AND "endedAt" IS NULL`;
}
