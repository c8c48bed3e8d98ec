import type { Actor } from "#server/contracts/actor.ts";
import type { BulkResult, TicketChange } from "#server/contracts/bulk.ts";
import { Failure } from "#server/contracts/failure.ts";
import { findTicket } from "#server/queries/find-project.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { deleteTicket } from "../delete-ticket.ts";
import { lockTicket } from "../lock-rows.ts";
import { moveTicket } from "../move-ticket.ts";
import { patchTicket } from "../patch-ticket.ts";
import { restoreTicket } from "../restore-ticket.ts";
import { startRun } from "../start-run.ts";
import { requestStop, requestUndo } from "../stop-run.ts";
import { withdrawRun } from "../withdraw-run.ts";
import { findFollower, undoOfEdit, undoOfMove } from "./undo-of-change.ts";

/** A ticket by its number. */
export interface Target {
  projectId: number;
  number: number;
}

type Outcome = Partial<Pick<BulkResult, "undo" | "runId" | "waits" | "stopped">>;
type ChangeOf<K extends TicketChange["do"]> = Extract<TicketChange, { do: K }>;

/** One change of one ticket, as its own route would make it; refusals are thrown. */
export async function carryOutChange(
  database: Database,
  actor: Actor,
  target: Target,
  change: TicketChange,
  now: Date,
): Promise<Outcome> {
  switch (change.do) {
    case "move":
      return move(database, actor, target, change, now);
    case "edit": {
      const edited = await patchTicket(database, actor, { ...change, ...target }, now);
      return { undo: await undoOfEdit(database, target, change, edited) };
    }
    case "delete": {
      const ticket = await findTicket(database, target.projectId, target.number);
      await deleteTicket(database, actor, target, now);
      return { undo: { do: "restore", before: await findFollower(database, ticket) } };
    }
    case "restore":
      await restoreTicket(database, actor, { ...target, before: change.before }, now);
      return { undo: { do: "delete" } };
    case "run":
      return run(database, actor, target, change);
    case "stop":
      return stop(database, actor, target, change, now);
  }
}

async function move(
  database: Database,
  actor: Actor,
  target: Target,
  { status, before, stopRun, undoRunsSince }: ChangeOf<"move">,
  now: Date,
): Promise<Outcome> {
  const since = await revisionOf(database, target.projectId);
  const place = { status, before: before ?? null };
  const moved = await moveTicket(
    database,
    actor,
    {
      ...target,
      ...place,
      ...(stopRun === undefined ? {} : { stopRun }),
      ...(undoRunsSince === undefined ? {} : { undoRunsSince }),
    },
    now,
  );
  return {
    undo: moved.isChanged ? await undoOfMove(database, moved, since) : null,
    stopped: moved.stopped.map((one) => one.id),
  };
}

async function run(
  database: Database,
  actor: Actor,
  { projectId, number }: Target,
  { agent }: ChangeOf<"run">,
): Promise<Outcome> {
  const since = await revisionOf(database, projectId);
  const started = await startRun(database, actor, { projectId, ticketNumber: number, agent });
  const undo: TicketChange = { do: "stop", undoRunsSince: since };
  if ("runId" in started) return { undo, runId: started.runId };
  return { undo, waits: started.sentence };
}

/** What runs is told to stop; a start that has not begun is taken back. 409 `NOTHING_RUNS`. */
async function stop(
  database: Database,
  actor: Actor,
  target: Target,
  { undoRunsSince }: ChangeOf<"stop">,
  now: Date,
): Promise<Outcome> {
  const { projectId, number } = target;
  const stopped = await inTransaction(database, async (tx) => {
    const ticket = await lockTicket(tx, projectId, number);
    const ask = { ticketId: ticket.id, since: undoRunsSince, actor, now };
    const told = await requestStop(tx, ask);
    if (undoRunsSince !== undefined) await requestUndo(tx, projectId, told, actor, now);
    const [first] = told;
    if (!first) return [];
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: told.every((one) => one.isWithdrawn) ? "run_withdrawn" : "run_stop_requested",
      data: { run: first.id, agent: first.agent },
    });
    return told.map((one) => one.id);
  });
  const isOwed = await isStartOwed(database, target);
  if (isOwed) await withdrawRun(database, actor, { projectId, ticketNumber: number }, now);
  if (stopped.length === 0 && !isOwed)
    throw new Failure(409, "NOTHING_RUNS", `nothing runs on #${number}`);
  return { stopped };
}

async function isStartOwed(database: Database, target: Target): Promise<boolean> {
  const { id } = await findTicket(database, target.projectId, target.number);
  const owed = await database.prisma.firing.count({
    where: { ticketId: id, state: "owed", cause: { in: ["manual", "message"] } },
  });
  return owed > 0;
}

async function revisionOf(database: Database, projectId: number): Promise<number> {
  const row = await database.prisma.projectRevision.findUnique({ where: { projectId } });
  return Number(row?.revision ?? 0);
}
