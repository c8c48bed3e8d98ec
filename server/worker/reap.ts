import { livenessOf, thisHost } from "../agent/identity.ts";
import { failpoint } from "../lib/failpoint.ts";
import { LEASE_SECONDS } from "../store/sql/claim-queued-runs.ts";
import { takeOverRun } from "../store/sql/take-over-run.ts";
import type { WorkerContext } from "./context.ts";
import type { Supervisors } from "./supervisors.ts";
import { superviseRun } from "./supervise.ts";

interface Orphan {
  id: string;
  fence: number;
  workerId: string | null;
  isLeaseOver: boolean;
  /** Its keeper has ended the agent by itself for want of a beat, wherever that was. */
  isPastOrphanLimit: boolean;
  owner: {
    bootId: string;
    pidNamespace: string;
    pid: number;
    processStart: string;
    stoppedAt: Date | null;
  } | null;
}

/** After a keeper's orphan limit another host waits this much longer: a minute (rule 10). */
const OTHER_HOST_SECONDS = 2 * LEASE_SECONDS;

/**
 * Runs whose worker is gone: taken over at once when its process verifiably ended on this host, else
 * when its lease ran out (rule 10). What another boot or pid namespace runs is alive until the orphan
 * limit and a minute have passed, then it is replaced (rule 26). Only the fence decides who gets one; the
 * agent never notices.
 */
export async function reapRuns(context: WorkerContext, supervisors: Supervisors): Promise<number> {
  let taken = 0;
  for (const orphan of await findOrphans(context)) {
    if (supervisors.get(orphan.id) || hasWorker(orphan)) continue;
    const fence = await takeOverRun(context.database.prisma, orphan, context.workerId);
    if (fence === null) continue;
    failpoint("reap.afterTakeOver");
    taken += 1;
    supervisors.add(superviseRun(context, { runId: orphan.id, fence, mode: "adopt" }));
  }
  return taken;
}

/** It has one, or may have: nobody here can tell. */
function hasWorker({ owner, isLeaseOver, isPastOrphanLimit }: Orphan): boolean {
  if (owner === null) return !isLeaseOver;
  const { bootId, pidNamespace, pid, processStart } = owner;
  const here = thisHost();
  if (bootId !== here.bootId || pidNamespace !== here.pidNamespace) {
    return !isPastOrphanLimit;
  }
  if (owner.stoppedAt !== null || isLeaseOver) return false;
  return livenessOf({ bootId, pidNamespace, pid, startTime: Number(processStart) }) !== "gone";
}

async function findOrphans(context: WorkerContext): Promise<Orphan[]> {
  const rows = await context.database.prisma.$queryRaw<
    (Omit<Orphan, "owner"> & Record<string, unknown>)[]
  >`
    SELECT r."id", r."fence", r."workerId", (r."leaseUntil" IS NULL OR r."leaseUntil" < clock_timestamp()) AS "isLeaseOver",
           COALESCE(r."leaseUntil" + make_interval(secs => r."orphanLimitSeconds" + ${OTHER_HOST_SECONDS - LEASE_SECONDS}::int)
                    < clock_timestamp(), false) AS "isPastOrphanLimit",
           to_jsonb(w) AS owner
      FROM "Run" r LEFT JOIN "Worker" w ON w."id" = r."workerId"
     WHERE r."state" NOT IN ('queued', 'ended') AND r."workerId" IS DISTINCT FROM ${context.workerId}
     ORDER BY r."id"`;
  const own = await context.database.prisma.$queryRaw<{ id: string; fence: number }[]>`
    SELECT "id", "fence" FROM "Run"
     WHERE "state" NOT IN ('queued', 'ended') AND "workerId" = ${context.workerId} AND "leaseUntil" < clock_timestamp()`;
  const dropped = own.map((run): Orphan => ({
    ...run,
    workerId: context.workerId,
    isLeaseOver: true,
    isPastOrphanLimit: false,
    owner: null,
  }));
  return [...(rows as unknown as Orphan[]), ...dropped];
}
