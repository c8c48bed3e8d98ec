import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { LEASE_SECONDS } from "./claim-queued-runs.ts";

/**
 * Renews the leases of the runs this worker still owns and returns their ids: a run that is missing in
 * the answer was taken over (its fence is higher) or has ended, and must be let go.
 */
export async function renewLeases(
  tx: Tx,
  owned: { id: string; fence: number }[],
): Promise<Set<string>> {
  if (owned.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
    UPDATE "Run" SET "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      FROM UNNEST(${owned.map((run) => run.id)}::text[], ${owned.map((run) => run.fence)}::int[]) AS mine("id", "fence")
     WHERE "Run"."id" = mine."id" AND "Run"."fence" = mine."fence" AND "Run"."state" <> 'ended'
    RETURNING "Run"."id"`);
  return new Set(rows.map((row) => row.id));
}
