import type { FieldChange } from "#server/contracts/activity.ts";
import type { PlannedAction } from "#server/core/automation/plan.ts";
import { takeNumber } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import { placeInColumn } from "./order-key.ts";

export interface ActionScope {
  projectId: number;
  ticketId: number;
  /** Signs comments whose author is not given. */
  automationId: string | null;
  now: Date;
}

export interface AppliedActions {
  changes: FieldChange[];
  /** Number of the last comment made. */
  comment: number | null;
}

/**
 * Executes board actions on one ticket inside the caller's transaction, which holds the locks of every
 * column they move to and of the ticket. A column that does not exist is left out: the configuration's
 * warnings name it. Takes one ticket revision for all. Writes no activity.
 */
export async function applyActions(
  tx: Tx,
  actions: PlannedAction[],
  scope: ActionScope,
): Promise<AppliedActions> {
  const changes: FieldChange[] = [];
  let comment: number | null = null;
  for (const action of actions) {
    switch (action.type) {
      case "moveTicketStatus": {
        const change = await moveTicket(tx, scope, action.to);
        if (change) changes.push(change);
        break;
      }
      case "assignTicket": {
        const change = await assign(tx, scope, action.slug);
        if (change) changes.push(change);
        break;
      }
      case "setLabels": {
        const change = await setLabels(tx, scope, action.add, action.remove);
        if (change) changes.push(change);
        break;
      }
      case "addComment":
        comment = await addComment(tx, scope, action.author, action.content);
        break;
    }
  }
  if (changes.length > 0 || comment !== null) {
    await tx.ticket.update({
      where: { id: scope.ticketId },
      data: {
        lastActivityAt: scope.now,
        ...(changes.length > 0 ? { revision: { increment: 1 }, updatedAt: scope.now } : {}),
      },
    });
  }
  return { changes, comment };
}

/** Puts the ticket at the end of a column; null when it is there already or the column is unknown. */
export async function moveTicket(
  tx: Tx,
  scope: Pick<ActionScope, "projectId" | "ticketId" | "now">,
  to: string,
): Promise<FieldChange | null> {
  const { projectId, ticketId, now } = scope;
  const ticket = await tx.ticket.findUniqueOrThrow({
    where: { id: ticketId },
    select: { column: { select: { id: true, name: true } } },
  });
  const target = await tx.boardColumn.findUnique({
    where: { projectId_name: { projectId, name: to } },
    select: { id: true, name: true },
  });
  if (!target || target.id === ticket.column.id) return null;
  const { orderKey } = await placeInColumn(tx, target.id, {}, ticketId);
  await tx.ticket.update({
    where: { id: ticketId },
    data: { columnId: target.id, orderKey, enteredColumnAt: now },
  });
  return { field: "status", from: ticket.column.name, to: target.name };
}

async function assign(
  tx: Tx,
  { projectId, ticketId }: ActionScope,
  slug: string | null,
): Promise<FieldChange | null> {
  const ticket = await tx.ticket.findUniqueOrThrow({
    where: { id: ticketId },
    select: { assignee: true },
  });
  if (ticket.assignee === slug) return null;
  if (slug !== null) {
    const isMember = await tx.member.count({ where: { projectId, slug, removedAt: null } });
    if (isMember === 0) return null;
  }
  await tx.ticket.update({ where: { id: ticketId }, data: { assignee: slug } });
  return { field: "assignee", from: ticket.assignee, to: slug };
}

async function setLabels(
  tx: Tx,
  { projectId, ticketId }: ActionScope,
  add: string[],
  remove: string[],
): Promise<FieldChange | null> {
  const before = await labelNames(tx, ticketId);
  const dropped = new Set(remove.map((name) => name.toLowerCase()));
  await tx.ticketLabel.deleteMany({
    where: {
      ticketId,
      label: { name: { in: before.filter((name) => dropped.has(name.toLowerCase())) } },
    },
  });
  for (const name of add) {
    const known = await tx.label.findFirst({
      where: { projectId, name: { equals: name, mode: "insensitive" } },
      select: { id: true },
    });
    const label =
      known ??
      (await tx.label.create({
        data: { projectId, name, number: await takeNumber(tx, projectId, "nextLabel") },
        select: { id: true },
      }));
    await tx.ticketLabel.createMany({
      data: [{ ticketId, labelId: label.id }],
      skipDuplicates: true,
    });
  }
  const after = await labelNames(tx, ticketId);
  if (before.join("\n") === after.join("\n")) return null;
  return { field: "labels", from: before, to: after };
}

async function labelNames(tx: Tx, ticketId: number): Promise<string[]> {
  const rows = await tx.ticketLabel.findMany({
    where: { ticketId },
    select: { label: { select: { name: true } } },
  });
  return rows.map((row) => row.label.name).sort();
}

/** Returns the new comment's number. The caller touches the ticket and writes the activity. */
export async function addComment(
  tx: Tx,
  scope: Pick<ActionScope, "projectId" | "ticketId" | "now">,
  author: string,
  content: string,
  authorKind = "automation",
): Promise<number> {
  const number = await takeNumber(tx, scope.projectId, "nextComment");
  await tx.comment.create({
    data: {
      projectId: scope.projectId,
      number,
      ticketId: scope.ticketId,
      content,
      author,
      authorKind,
      createdAt: scope.now,
    },
  });
  return number;
}
