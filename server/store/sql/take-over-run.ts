import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { LEASE_SECONDS } from "./claim-queued-runs.ts";

/**
 * Takes a claimed run from a worker that is gone: raises the fence if it still is `fence`, so that only
 * one of several takers wins and every later write of the old owner changes no row. Returns the new
 * fence, or null when somebody else was first.
 */
export async function takeOverRun(
  tx: Tx,
  run: { id: string; fence: number },
  workerId: string,
): Promise<number | null> {
  const rows = await tx.$queryRaw<{ fence: number }[]>(Prisma.sql`
    UPDATE "Run" SET "fence" = "fence" + 1, "workerId" = ${workerId},
           "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     WHERE "id" = ${run.id} AND "fence" = ${run.fence} AND "state" NOT IN ('queued', 'ended')
    RETURNING "fence"`);
  return rows[0]?.fence ?? null;
}
