import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { CreateTicket } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayCreate } from "./agent-rights.ts";
import { checkAuthor } from "./author.ts";
import { checkAssignee } from "./check-assignee.ts";
import { checkColumnLimit } from "./column-limit.ts";
import { lockColumnNamed, lockTree } from "./lock-rows.ts";
import { MAX_LEVEL, insertTicket } from "./insert-ticket.ts";
import { pickLabels } from "./pick-labels.ts";

export interface CreatedTicket {
  id: number;
  number: number;
  revision: number;
}

/**
 * Creates a ticket at the end of its column (`status`, default: the board's first). 400 for an unknown
 * column, assignee or parent, 422 `DEPTH_LIMIT` beyond level 4, 422 `COLUMN_FULL`.
 */
export async function createTicket(
  database: Database,
  actor: Actor,
  input: Partial<CreateTicket> & { projectId: number; title: string },
  now: Date,
): Promise<CreatedTicket> {
  const createdBy = checkAuthor(actor, "createdBy", input.createdBy);
  const { projectId } = input;
  return inTransaction(database, async (tx) => {
    if (input.parentId != null) await lockTree(tx, projectId);
    const column = await lockTargetColumn(tx, projectId, input.status);
    const parent = await findParent(tx, projectId, input.parentId);
    await checkAgentMayCreate(tx, actor, projectId, { parentId: parent?.id ?? null, column });
    const assignee = await checkAssignee(tx, projectId, input.assignedTo);
    await checkColumnLimit(tx, column, actor);
    const labels = await pickLabels(tx, projectId, input);
    const { ticket, isRebalanced } = await insertTicket(tx, {
      projectId,
      title: input.title,
      description: input.description ?? "",
      column,
      parent,
      assignee,
      priority: priorities.indexOf(input.priority ?? "NiceToHave"),
      labelIds: labels.map((label) => label.id),
      createdBy,
      createdByKind: actor.kind,
      createdByRunId: actor.kind === "agent" ? actor.runId : null,
      now,
    });
    const revision = await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "ticket_created",
      data: {
        changes: [{ field: "status", from: null, to: column.name }],
        ...(parent ? { parent: parent.number } : {}),
        ...(isRebalanced ? { resync: true } : {}),
      },
    });
    return { ...ticket, revision };
  });
}

async function lockTargetColumn(tx: Tx, projectId: number, status: string | undefined) {
  const name = status ?? (await firstColumnName(tx, projectId));
  const column = name === undefined ? null : await lockColumnNamed(tx, projectId, name);
  if (!column)
    throw new Failure(
      400,
      "COLUMN_UNKNOWN",
      `status: expected a column's name, found "${status ?? ""}"`,
    );
  return column;
}

async function firstColumnName(tx: Tx, projectId: number): Promise<string | undefined> {
  const column = await tx.boardColumn.findFirst({
    where: { projectId },
    orderBy: { position: "asc" },
    select: { name: true },
  });
  return column?.name;
}

async function findParent(tx: Tx, projectId: number, number: number | null | undefined) {
  if (number == null) return null;
  const parent = await tx.ticket.findFirst({
    where: { projectId, number, deletedAt: null },
    select: { id: true, number: true, level: true },
  });
  if (!parent)
    throw new Failure(
      400,
      "PARENT_UNKNOWN",
      `parentId: expected a ticket of this project, found ${number}`,
    );
  if (parent.level >= MAX_LEVEL) {
    throw new Failure(
      422,
      "DEPTH_LIMIT",
      `parentId: ticket #${number} is at level ${parent.level}; sub-tickets end at level ${MAX_LEVEL}`,
    );
  }
  return parent;
}
