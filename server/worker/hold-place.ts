/** The gate that spans installations, between the claim and the spawn (rule 9). */
import type { Refusal } from "../lib/places/places.ts";
import { giveBackRun, holdQueuedRuns } from "../store/sql/hold-queued-runs.ts";
import type { HeldFor } from "../store/sql/hold-queued-runs.ts";
import type { WorkerContext } from "./context.ts";
import { stoppedStart } from "./end-if-stopped.ts";
import type { ProcessEnd } from "./follow-process.ts";
import { RunLost } from "./run-feed.ts";
import type { Charge } from "./supervise.ts";

/** How many runs may be claimed now; Infinity without Redis. */
export async function roomForClaims(context: WorkerContext): Promise<number> {
  if (context.places === null) return Infinity;
  const room = await context.places.room();
  if (room.kind === "free") return room.free;
  await tellHeld(context, codeOf(room));
  return 0;
}

/** Runs stay queued because no place is free: their cards say so. */
export async function tellHeld(context: WorkerContext, heldFor: HeldFor): Promise<void> {
  const held = await holdQueuedRuns(context.database.sql, heldFor);
  for (const project of new Set(held.map((run) => run.project))) {
    const runs = held.filter((run) => run.project === project);
    const tickets = runs.flatMap(({ ticket }) => ticket ?? []);
    context.log.info({ project, heldFor, runs: runs.map(({ id }) => id) }, "runs wait for a place");
    if (tickets.length > 0) context.sink.send("why", { project, tickets });
  }
}

/**
 * Takes the run's place. Null: go on. `given_back`: there was none, the run waits in the queue again, its
 * card where it is. An end: somebody asked to stop it meanwhile.
 */
export async function holdPlace(charge: Charge): Promise<ProcessEnd | "given_back" | null> {
  const { context, run, fence } = charge;
  const refusal = (await context.places?.take(run.id)) ?? null;
  if (refusal === null) return null;
  const heldFor = codeOf(refusal);
  if (await giveBackRun(context.database.sql, { id: run.id, fence }, heldFor)) {
    context.log.info({ run: run.id, refusal }, "no place for a claimed run; it waits");
    return "given_back";
  }
  const now = await context.database.prisma.run.findUniqueOrThrow({
    where: { id: run.id },
    select: { fence: true, stopRequestedAt: true, stopRequestedBy: true },
  });
  if (now.fence !== fence || now.stopRequestedAt === null) {
    throw new RunLost(`run ${run.id}: taken over before its start`);
  }
  return stoppedStart(now.stopRequestedBy);
}

/** A server that just lost its data is as good as away until it knows again who holds what. */
function codeOf(refusal: Refusal): HeldFor {
  return refusal.kind === "full" ? "SLOTS_FULL" : "REDIS_DOWN";
}
