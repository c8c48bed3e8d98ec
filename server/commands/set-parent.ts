import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Ticket } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayChange, readTargetFacts } from "./agent-rights.ts";
import { MAX_LEVEL } from "./insert-ticket.ts";
import { lockTicket, lockTree } from "./lock-rows.ts";

interface ParentInput {
  projectId: number;
  number: number;
}

/** Puts a ticket under another one. 400 for unknown tickets and circles, 422 `DEPTH_LIMIT`. */
export async function setParent(
  database: Database,
  actor: Actor,
  input: ParentInput & { parentId: number },
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    await lockTree(tx, projectId);
    const ticket = await lockTicket(tx, projectId, input.number).catch(asBadRequest);
    const parent = await tx.ticket.findFirst({
      where: { projectId, number: input.parentId, deletedAt: null },
    });
    if (!parent)
      throw new Failure(
        400,
        "PARENT_UNKNOWN",
        `parentId: expected a ticket of this project, found ${input.parentId}`,
      );
    await checkAgentMayChange(tx, actor, projectId, ticket.id);
    await checkAgentMayChange(tx, actor, projectId, parent.id);
    if (ticket.parentId === parent.id) return;
    const { ancestorIds } = await readTargetFacts(tx, actor, parent.id);
    if (parent.id === ticket.id || ancestorIds.includes(ticket.id)) {
      throw new Failure(
        400,
        "PARENT_CIRCLE",
        `parentId: ticket #${parent.number} is ticket #${ticket.number} itself or lies below it`,
      );
    }
    await changeParent(tx, actor, ticket, parent, now);
  });
}

/** Makes a ticket a root ticket; 404 when it has no parent. */
export async function removeParent(
  database: Database,
  actor: Actor,
  input: ParentInput,
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    await lockTree(tx, projectId);
    const ticket = await lockTicket(tx, projectId, input.number);
    if (ticket.parentId === null)
      throw new Failure(404, "NO_PARENT", `ticket #${ticket.number} has no parent`);
    await checkAgentMayChange(tx, actor, projectId, ticket.id);
    await changeParent(tx, actor, ticket, null, now);
  });
}

function asBadRequest(error: unknown): never {
  if (error instanceof Failure && error.status === 404)
    throw new Failure(400, error.code, error.message);
  throw error;
}

async function changeParent(
  tx: Tx,
  actor: Actor,
  ticket: Ticket,
  parent: Ticket | null,
  now: Date,
): Promise<void> {
  const [tree] = await tx.$queryRaw<{ deepest: number }[]>`
    WITH RECURSIVE "tree" AS (
      SELECT "id", 0 AS "depth" FROM "Ticket" WHERE "id" = ${ticket.id}
      UNION ALL SELECT t."id", tree."depth" + 1 FROM "Ticket" t JOIN "tree" ON t."parentId" = tree."id" WHERE tree."depth" < 16
    ) SELECT max("depth")::int AS "deepest" FROM "tree"`;
  const level = (parent?.level ?? 0) + 1;
  if (level + (tree?.deepest ?? 0) > MAX_LEVEL) {
    throw new Failure(
      422,
      "DEPTH_LIMIT",
      `parentId: this would make level ${level + (tree?.deepest ?? 0)}; sub-tickets end at level ${MAX_LEVEL}`,
    );
  }
  const before =
    ticket.parentId === null
      ? null
      : await tx.ticket.findUnique({ where: { id: ticket.parentId }, select: { number: true } });
  await tx.$executeRaw`
    WITH RECURSIVE "tree" AS (
      SELECT "id", ${level}::int AS "level" FROM "Ticket" WHERE "id" = ${ticket.id}
      UNION ALL SELECT t."id", tree."level" + 1 FROM "Ticket" t JOIN "tree" ON t."parentId" = tree."id" WHERE tree."level" < 16
    ) UPDATE "Ticket" SET "level" = tree."level" FROM "tree" WHERE "Ticket"."id" = tree."id"`;
  await tx.ticket.update({
    where: { id: ticket.id },
    data: {
      parentId: parent?.id ?? null,
      revision: { increment: 1 },
      lastActivityAt: now,
      updatedAt: now,
    },
  });
  await writeActivity(tx, {
    projectId: ticket.projectId,
    ticket,
    actor: activityActor(actor),
    kind: "ticket_changed",
    data: {
      changes: [{ field: "parent", from: before?.number ?? null, to: parent?.number ?? null }],
    },
  });
}
