/**
 * One step of a list, each in one transaction: what it does to the board, that it is done, and one
 * activity row. A step that was done is never done again; one that was not leaves no trace.
 */
import type { ActivityActor } from "#server/contracts/activity.ts";
import type { BoardAction, CreateTicketAction } from "#server/core/automation/plan.ts";
import { writeActivity } from "../store/activity.ts";
import type { Database } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";
import type { ActionNote } from "./action-note.ts";
import { noteData } from "./action-note.ts";
import { applyActions } from "./apply-actions.ts";
import { noteOutcomes } from "./action-rows.ts";
import { createTicketByRule, lockForNewTicket } from "./create-ticket-by-rule.ts";
import { lockAllColumns } from "./lock-rows.ts";
import { advanceSteps, lockStep } from "./step-owner.ts";
import type { StepList, StepOwner } from "./step-owner.ts";

export interface StepInput {
  owner: StepOwner;
  list: StepList;
  now: Date;
}

/** A change of the triggering ticket; null when the list is somebody else's now. */
export async function performBoardStep(
  database: Database,
  { owner, list, now }: StepInput,
  action: BoardAction,
): Promise<ActionNote[] | null> {
  return inTransaction(database, async (tx) => {
    await lockAllColumns(tx, list.projectId);
    if (list.ticket !== null) {
      await tx.$executeRaw`SELECT 1 FROM "Ticket" WHERE "id" = ${list.ticket.id} FOR NO KEY UPDATE`;
    }
    if (!(await lockStep(tx, owner, list.done))) return null;
    const { changes, comment, notes } = await applyActions(tx, [action], {
      projectId: list.projectId,
      ticketId: list.ticket?.id ?? null,
      automationId: list.automationId,
      now,
    });
    await advanceSteps(tx, owner, list.done + 1, notes);
    await noteOutcomes(tx, list, notes, now);
    await writeActivity(tx, {
      projectId: list.projectId,
      ticket: list.ticket,
      actor: actorOf(list),
      kind:
        changes.length > 0
          ? "ticket_changed"
          : comment === null
            ? "firing_settled"
            : "comment_added",
      data: { changes, ...(comment === null ? {} : { comment }), ...noteData(notes) },
    });
    return notes;
  });
}

/** A new ticket; null when the list is somebody else's now. */
export async function performTicketStep(
  database: Database,
  { owner, list, now }: StepInput,
  action: CreateTicketAction,
): Promise<ActionNote | null> {
  const { projectId } = list;
  return inTransaction(database, async (tx) => {
    const column = await lockForNewTicket(tx, projectId, action);
    if (!(await lockStep(tx, owner, list.done))) return null;
    const { note, created } = await createTicketByRule(tx, action, {
      projectId,
      runId: list.runId,
      column,
      now,
    });
    await advanceSteps(tx, owner, list.done + 1, [note]);
    await noteOutcomes(tx, list, [note], now);
    await writeActivity(tx, {
      projectId,
      ticket: created ?? list.ticket,
      actor: actorOf(list),
      kind: created === null ? "firing_settled" : "ticket_created",
      data:
        created === null
          ? { ...noteData([note]) }
          : {
              changes: [{ field: "status", from: null, to: created.column }],
              ...(created.parent === null ? {} : { parent: created.parent }),
              ...(created.isRebalanced ? { resync: true } : {}),
            },
    });
    return note;
  });
}

/**
 * What left the board is over: recorded, and under Needs you when it failed for good. `stopsList`: what
 * follows it is left out. False when the list is somebody else's now.
 */
export async function closeStep(
  database: Database,
  { owner, list, now }: StepInput,
  note: ActionNote,
  stopsList: boolean,
  output?: string,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    if (!(await lockStep(tx, owner, list.done))) return false;
    const kept = output === undefined ? note : { ...note, output };
    await advanceSteps(tx, owner, stopsList ? list.steps.length : list.done + 1, [kept]);
    await noteOutcomes(tx, list, [note], now);
    await writeActivity(tx, {
      projectId: list.projectId,
      ticket: list.ticket,
      actor: actorOf(list),
      kind: "firing_settled",
      data: noteData([note]),
    });
    return true;
  });
}

/** Steps that do not apply are passed over; false when the list is somebody else's now. */
export async function skipSteps(
  database: Database,
  { owner, list }: Pick<StepInput, "owner" | "list">,
  done: number,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    if (!(await lockStep(tx, owner, list.done))) return false;
    await advanceSteps(tx, owner, done, []);
    return true;
  });
}

function actorOf(list: StepList): ActivityActor {
  const { automationId, runId } = list;
  return automationId === null
    ? { kind: "system", slug: "system", runId, automationId: null }
    : { kind: "automation", slug: automationId, runId, automationId };
}
