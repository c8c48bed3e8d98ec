import type { FieldChange } from "#server/contracts/activity.ts";
import type { BoardAction } from "#server/core/automation/plan.ts";
import { takeNumber } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import type { SentenceKey } from "#server/core/dispatch/sentence-texts.ts";
import { told } from "./action-note.ts";
import type { ActionNote } from "./action-note.ts";
import { ensureLabels } from "./ensure-labels.ts";
import { placeInColumn } from "./order-key.ts";
import { oweMemoryRun } from "./owe-memory-run.ts";

export interface ActionScope {
  projectId: number;
  /** null: the firing is about no ticket. */
  ticketId: number | null;
  automationId: string | null;
  now: Date;
}

/** A scope with a ticket. */
type CardScope = ActionScope & { ticketId: number };

export interface AppliedActions {
  changes: FieldChange[];
  /** Number of the last comment made. */
  comment: number | null;
  /** What could not be done, in words; and the memory runs that were asked for. */
  notes: ActionNote[];
}

/**
 * Executes board actions inside the caller's transaction, which holds the locks of every column they
 * move to and of the ticket. What cannot be done (no such column, nobody of that name, no ticket) is
 * left out and noted. Takes one ticket revision for all. Writes no activity.
 */
export async function applyActions(
  tx: Tx,
  actions: BoardAction[],
  scope: ActionScope,
): Promise<AppliedActions> {
  const applied: AppliedActions = { changes: [], comment: null, notes: [] };
  for (const action of actions) {
    if (action.type === "consolidateAgentMemory") {
      applied.notes.push(await oweMemoryRun(tx, scope, action));
      continue;
    }
    const { ticketId } = scope;
    if (ticketId === null) {
      applied.notes.push({ ...note(action, "action.no_ticket"), ok: true });
      continue;
    }
    await applyToCard(tx, action, { ...scope, ticketId }, applied);
  }
  const { changes, comment } = applied;
  if (scope.ticketId !== null && (changes.length > 0 || comment !== null)) {
    await tx.ticket.update({
      where: { id: scope.ticketId },
      data: {
        lastActivityAt: scope.now,
        ...(changes.length > 0 ? { revision: { increment: 1 }, updatedAt: scope.now } : {}),
      },
    });
  }
  return applied;
}

async function applyToCard(
  tx: Tx,
  action: Exclude<BoardAction, { type: "consolidateAgentMemory" }>,
  scope: CardScope,
  applied: AppliedActions,
): Promise<void> {
  const keep = (change: FieldChange | null): void => {
    if (change) applied.changes.push(change);
  };
  switch (action.type) {
    case "moveTicketStatus": {
      const isKnown = await tx.boardColumn.count({
        where: { projectId: scope.projectId, name: action.to },
      });
      if (isKnown === 0)
        applied.notes.push(note(action, "action.no_column", { column: action.to }));
      else keep(await moveTicket(tx, scope, action.to));
      return;
    }
    case "assignTicket": {
      if (action.slug !== null && !(await isMember(tx, scope.projectId, action.slug))) {
        applied.notes.push(note(action, "action.nobody", { slug: action.slug }));
      } else keep(await assign(tx, scope, action.slug));
      return;
    }
    case "setLabels":
      keep(await setLabels(tx, scope, action.add, action.remove));
      return;
    case "addComment":
      applied.comment = await addComment(tx, scope, action.author, action.content);
  }
}

function note(
  { type, index }: BoardAction,
  key: SentenceKey,
  values: Record<string, string> = {},
): ActionNote {
  return { type, index, ok: false, ...told(key, { action: type, ...values }) };
}

/** Whether a member of that name can be assigned. */
export async function isMember(tx: Tx, projectId: number, slug: string): Promise<boolean> {
  return (await tx.member.count({ where: { projectId, slug, removedAt: null } })) > 0;
}

/** Puts the ticket at the end of a column; null when it is there already or the column is unknown. */
export async function moveTicket(
  tx: Tx,
  scope: Pick<CardScope, "projectId" | "ticketId" | "now">,
  to: string,
): Promise<FieldChange | null> {
  const { projectId, ticketId, now } = scope;
  const [place] = await tx.$queryRaw<{ from: string; targetId: number }[]>`
    SELECT c."name" AS "from", target."id" AS "targetId"
      FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
      JOIN "BoardColumn" target ON target."projectId" = ${projectId} AND target."name" = ${to} AND target."id" <> c."id"
     WHERE t."id" = ${ticketId}`;
  if (!place) return null;
  const { orderKey } = await placeInColumn(tx, place.targetId, {}, ticketId);
  await tx.$executeRaw`
    UPDATE "Ticket" SET "columnId" = ${place.targetId}, "orderKey" = ${orderKey}, "enteredColumnAt" = ${now}
     WHERE "id" = ${ticketId}`;
  return { field: "status", from: place.from, to };
}

async function assign(
  tx: Tx,
  { ticketId }: CardScope,
  slug: string | null,
): Promise<FieldChange | null> {
  const ticket = await tx.ticket.findUniqueOrThrow({
    where: { id: ticketId },
    select: { assignee: true },
  });
  if (ticket.assignee === slug) return null;
  await tx.ticket.update({ where: { id: ticketId }, data: { assignee: slug } });
  return { field: "assignee", from: ticket.assignee, to: slug };
}

async function setLabels(
  tx: Tx,
  { projectId, ticketId }: CardScope,
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
  const labelIds = await ensureLabels(tx, projectId, add);
  await tx.ticketLabel.createMany({
    data: labelIds.map((labelId) => ({ ticketId, labelId })),
    skipDuplicates: true,
  });
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
  scope: Pick<CardScope, "projectId" | "ticketId" | "now">,
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
