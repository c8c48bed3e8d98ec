import { hostname } from "node:os";
import { livenessOf } from "../agent/identity.ts";
import { takeOverRun } from "../store/sql/take-over-run.ts";
import type { WorkerContext } from "./context.ts";
import type { Supervisors } from "./supervisors.ts";
import { superviseRun } from "./supervise.ts";

interface Orphan {
  id: string;
  fence: number;
  workerId: string | null;
  isLeaseOver: boolean;
  owner: {
    host: string;
    bootId: string;
    pidNamespace: string;
    pid: number;
    processStart: string;
    stoppedAt: Date | null;
  } | null;
}

/**
 * Runs whose worker is gone: taken over at once when its process verifiably ended on this host, else
 * when its lease ran out (rule 10). Only the fence decides who gets one; the agent never notices.
 */
export async function reapRuns(context: WorkerContext, supervisors: Supervisors): Promise<number> {
  let taken = 0;
  for (const orphan of await findOrphans(context)) {
    if (supervisors.get(orphan.id) || !isOurs(orphan)) continue;
    const fence = await takeOverRun(context.database.prisma, orphan, context.workerId);
    if (fence === null) continue;
    taken += 1;
    supervisors.add(superviseRun(context, { runId: orphan.id, fence, mode: "adopt" }));
  }
  return taken;
}

function isOurs({ owner, isLeaseOver }: Orphan): boolean {
  // Process folders lie on the machine of the worker that made them.
  if (owner === null) return isLeaseOver;
  if (owner.host !== hostname()) return false;
  if (owner.stoppedAt !== null) return true;
  const { bootId, pidNamespace, pid, processStart } = owner;
  const liveness = livenessOf({ bootId, pidNamespace, pid, startTime: Number(processStart) });
  return liveness === "gone" || isLeaseOver;
}

async function findOrphans(context: WorkerContext): Promise<Orphan[]> {
  const rows = await context.database.prisma.$queryRaw<
    (Omit<Orphan, "owner"> & Record<string, unknown>)[]
  >`
    SELECT r."id", r."fence", r."workerId", (r."leaseUntil" IS NULL OR r."leaseUntil" < clock_timestamp()) AS "isLeaseOver",
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
    owner: null,
  }));
  return [...(rows as unknown as Orphan[]), ...dropped];
}
