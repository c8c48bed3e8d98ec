import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Ticket } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayChange } from "./agent-rights.ts";
import { lockTicket, lockTree } from "./lock-rows.ts";

interface BlockerInput {
  projectId: number;
  /** Number of the ticket that is blocked. */
  number: number;
  /** Number of the ticket that blocks it. */
  blocker: number;
}

/** From now on the ticket waits until the other one is in a done-role column; 400 for circles. */
export async function addBlocker(
  database: Database,
  actor: Actor,
  input: BlockerInput,
  now: Date,
): Promise<void> {
  await changeBlocker(database, actor, input, now, async (tx, ticket, blocker) => {
    await refuseCircle(tx, ticket, blocker);
    const { count } = await tx.ticketBlocker.createMany({
      data: { ticketId: ticket.id, blockerId: blocker.id },
      skipDuplicates: true,
    });
    return count > 0;
  });
}

/** The ticket no longer waits for the other one; none is no error. */
export async function removeBlocker(
  database: Database,
  actor: Actor,
  input: BlockerInput,
  now: Date,
): Promise<void> {
  await changeBlocker(database, actor, input, now, async (tx, ticket, blocker) => {
    const { count } = await tx.ticketBlocker.deleteMany({
      where: { ticketId: ticket.id, blockerId: blocker.id },
    });
    return count > 0;
  });
}

async function changeBlocker(
  database: Database,
  actor: Actor,
  input: BlockerInput,
  now: Date,
  write: (tx: Tx, ticket: Ticket, blocker: Ticket) => Promise<boolean>,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    await lockTree(tx, projectId);
    const ticket = await lockTicket(tx, projectId, input.number);
    await checkAgentMayChange(tx, actor, projectId, ticket.id);
    const blocker = await tx.ticket.findFirst({
      where: { projectId, number: input.blocker, deletedAt: null },
    });
    if (!blocker)
      throw new Failure(
        400,
        "BLOCKER_UNKNOWN",
        `ticket: expected a ticket of this project, found ${input.blocker}`,
      );
    const from = await blockerNumbers(tx, ticket.id);
    if (!(await write(tx, ticket, blocker))) return;
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { revision: { increment: 1 }, lastActivityAt: now, updatedAt: now },
    });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "ticket_changed",
      data: { changes: [{ field: "blockers", from, to: await blockerNumbers(tx, ticket.id) }] },
    });
  });
}

async function blockerNumbers(tx: Tx, ticketId: number): Promise<number[]> {
  const rows = await tx.ticketBlocker.findMany({
    where: { ticketId },
    select: { blocker: { select: { number: true } } },
  });
  return rows.map((row) => row.blocker.number).sort((a, b) => a - b);
}

/** Two tickets that wait for each other would wait for ever: the way round is said. */
async function refuseCircle(tx: Tx, ticket: Ticket, blocker: Ticket): Promise<void> {
  const [circle] = await tx.$queryRaw<{ path: number[] }[]>`
    WITH RECURSIVE "waits" AS (
      SELECT ${blocker.id}::int AS "id", ARRAY[${blocker.number}::int] AS "path", ARRAY[${blocker.id}::int] AS "seen"
      UNION ALL
      SELECT t."id", w."path" || t."number", w."seen" || t."id"
        FROM "TicketBlocker" b
        JOIN "waits" w ON b."ticketId" = w."id"
        JOIN "Ticket" t ON t."id" = b."blockerId"
       WHERE NOT t."id" = ANY(w."seen")
    ) SELECT "path" FROM "waits" WHERE "id" = ${ticket.id} ORDER BY cardinality("path") LIMIT 1`;
  if (circle === undefined) return;
  const path = [ticket.number, ...circle.path];
  throw new Failure(
    400,
    "BLOCKER_CIRCLE",
    `ticket: they would wait in a circle: ${path.map((number) => `#${number}`).join(" → ")}`,
    { path },
  );
}
