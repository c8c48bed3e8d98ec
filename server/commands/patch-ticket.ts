import type { Actor } from "#server/contracts/actor.ts";
import type { FieldChange } from "#server/contracts/activity.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { PatchTicket } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Ticket } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayChange } from "./agent-rights.ts";
import { checkAuthor } from "./author.ts";
import { checkAssignee } from "./check-assignee.ts";
import { checkRevision } from "./check-revision.ts";
import { toOneLine } from "./insert-ticket.ts";
import { lockTicket } from "./lock-rows.ts";
import { pickLabels, replaceLabels } from "./pick-labels.ts";

/** What an edit may say beside the fields themselves. */
export interface TicketEdit extends PatchTicket {
  projectId: number;
  number: number;
  /** Labels that come and go, the others staying; instead of `labelIds`. */
  addLabels?: number[] | undefined;
  removeLabels?: number[] | undefined;
  /** Fields as they have to be now; 409 `CHANGED_SINCE` where one is not. */
  expected?: Pick<PatchTicket, "title" | "description" | "priority" | "assignedTo"> | undefined;
}

export interface EditedTicket {
  id: number;
  changes: FieldChange[];
  /** As it was, and its labels where they were named. */
  before: Pick<Ticket, "title" | "description" | "priority" | "assignee">;
}

/**
 * Edits a ticket's fields; what is absent stays. 409 `STALE_REVISION` with the current values, 400
 * `ASSIGNEE_UNKNOWN` (before 404). `updatedAt` moves even when nothing changed (compat §2.3); activity
 * is written only for changes. A person's saved text closes that person's draft.
 */
export async function patchTicket(
  database: Database,
  actor: Actor,
  input: TicketEdit,
  now: Date,
): Promise<EditedTicket> {
  checkAuthor(actor, "author", input.author);
  const { projectId } = input;
  return inTransaction(database, async (tx) => {
    const assignee =
      input.assignedTo == null ? undefined : await checkAssignee(tx, projectId, input.assignedTo);
    const ticket = await lockTicket(tx, projectId, input.number);
    await checkAgentMayChange(tx, actor, projectId, ticket.id);
    await checkRevision(tx, ticket, input.revision);
    checkExpected(ticket, input.expected);

    const { changes, data } = compare(ticket, input, assignee);
    const labelIds = await wantedLabels(tx, ticket.id, input);
    const labels = await changeLabels(tx, projectId, ticket.id, labelIds);
    if (labels) changes.push(labels);
    const isChanged = changes.length > 0;
    await tx.ticket.update({
      where: { id: ticket.id },
      data: {
        ...data,
        updatedAt: now,
        ...(isChanged ? { revision: { increment: 1 }, lastActivityAt: now } : {}),
      },
    });
    if (actor.kind === "person" && (input.title !== undefined || input.description !== undefined)) {
      await tx.ticketDraft.deleteMany({ where: { ticketId: ticket.id, userId: actor.userId } });
    }
    if (isChanged) {
      const entry = {
        projectId,
        ticket,
        actor: activityActor(actor),
        kind: "ticket_changed" as const,
        data: { changes },
      };
      await writeActivity(tx, entry);
    }
    return { id: ticket.id, changes, before: ticket };
  });
}

/** Whoever takes an edit back does not take back what came after it. */
function checkExpected(ticket: Ticket, expected: TicketEdit["expected"]): void {
  if (expected === undefined) return;
  const now: Record<keyof typeof expected, unknown> = {
    title: ticket.title,
    description: ticket.description,
    priority: priorities[ticket.priority],
    assignedTo: ticket.assignee,
  };
  for (const [field, value] of Object.entries(expected)) {
    const found = now[field as keyof typeof expected];
    if (value === undefined || (value || null) === (found || null)) continue;
    throw new Failure(409, "CHANGED_SINCE", `${field}: somebody has changed it since`);
  }
}

async function wantedLabels(
  tx: Tx,
  ticketId: number,
  { labelIds, addLabels = [], removeLabels = [] }: TicketEdit,
): Promise<number[] | null | undefined> {
  if (labelIds != null || addLabels.length + removeLabels.length === 0) return labelIds;
  const has = await tx.ticketLabel.findMany({
    where: { ticketId },
    select: { label: { select: { number: true } } },
  });
  const kept = has.map(({ label }) => label.number).filter((one) => !removeLabels.includes(one));
  return [...kept, ...addLabels];
}

type TicketData = Partial<Pick<Ticket, "title" | "description" | "priority" | "assignee">>;

function compare(
  ticket: Ticket,
  input: PatchTicket,
  assignee: string | null | undefined,
): { changes: FieldChange[]; data: TicketData } {
  const changes: FieldChange[] = [];
  const data: TicketData = {};
  const title = input.title === undefined ? undefined : toOneLine(input.title);
  if (title !== undefined && title !== ticket.title) {
    data.title = title;
    changes.push({ field: "title", from: ticket.title, to: title });
  }
  if (input.description !== undefined && input.description !== ticket.description) {
    data.description = input.description;
    changes.push({ field: "description", from: null, to: null });
  }
  const priority = input.priority === undefined ? undefined : priorities.indexOf(input.priority);
  if (priority !== undefined && priority !== ticket.priority) {
    data.priority = priority;
    changes.push({ field: "priority", from: priorities[ticket.priority], to: input.priority });
  }
  if (assignee !== undefined && assignee !== ticket.assignee) {
    data.assignee = assignee;
    changes.push({ field: "assignee", from: ticket.assignee, to: assignee });
  }
  return { changes, data };
}

async function changeLabels(
  tx: Tx,
  projectId: number,
  ticketId: number,
  labelIds: number[] | null | undefined,
): Promise<FieldChange | null> {
  if (labelIds == null) return null;
  const { from, to } = await replaceLabels(
    tx,
    ticketId,
    await pickLabels(tx, projectId, { labelIds }),
  );
  return JSON.stringify(from) === JSON.stringify(to) ? null : { field: "labels", from, to };
}
