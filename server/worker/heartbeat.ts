import { LEASE_SECONDS } from "../store/sql/claim-queued-runs.ts";
import { renewLeases } from "../store/sql/renew-leases.ts";
import type { WorkerContext } from "./context.ts";
import type { Supervisor, Supervisors } from "./supervisors.ts";

/**
 * One beat: the worker's row and the leases of its runs, on the database's clock. Keepers are told only
 * after the renewal was committed (rule 10), and not by a process that stood still since: their orphan
 * limit is counted from then. Runs that were taken over meanwhile are let go, their
 * agents untouched.
 */
export async function beat(context: WorkerContext, supervisors: Supervisors): Promise<void> {
  const { prisma } = context.database;
  await prisma.$executeRaw`
    UPDATE "Worker" SET "heartbeatAt" = clock_timestamp() WHERE "id" = ${context.workerId}`;
  const owned = supervisors.list();
  const askedMs = context.clock.monotonicMs();
  const renewed = await renewLeases(
    prisma,
    owned.map(({ runId, fence }) => ({ id: runId, fence })),
  );
  await Promise.all(
    owned.map(async (run) => {
      const isFresh = context.clock.monotonicMs() - askedMs < LEASE_SECONDS * 1_000;
      if (renewed.has(run.runId)) return isFresh ? run.beat() : undefined;
      if (!run.isOver() && (await isTakenOver(context, run))) run.letGo("it was taken over");
    }),
  );
  context.sink.send("heartbeat", { worker: context.workerId });
  await renewPlaces(context, renewed);
}

/**
 * Only runs whose lease here was renewed keep their place (rule 10). A place of ours whose run is over,
 * for a worker died between the end and the release or Redis was away then, is given back.
 */
async function renewPlaces(context: WorkerContext, renewed: Set<string>): Promise<void> {
  const { places, database, log } = context;
  const others = (await places?.keep([...renewed])) ?? [];
  if (others.length === 0) return;
  const active = await database.prisma.run.findMany({
    where: {
      id: { in: others.map(({ runId }) => runId) },
      state: { notIn: ["queued", "ended"] },
    },
    select: { id: true },
  });
  const isActive = new Set(active.map(({ id }) => id));
  const left = others.filter(({ runId }) => !isActive.has(runId));
  if (left.length === 0) return;
  log.info({ runs: left.map(({ runId }) => runId) }, "places of runs that are over are given back");
  await places?.drop(left);
}

/** A run that just ended has no lease either, and is nobody's. */
async function isTakenOver(context: WorkerContext, run: Supervisor): Promise<boolean> {
  const row = await context.database.prisma.run.findUnique({
    where: { id: run.runId },
    select: { state: true, fence: true },
  });
  return row === null || (row.fence !== run.fence && row.state !== "ended");
}
