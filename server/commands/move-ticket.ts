import type { Actor } from "#server/contracts/actor.ts";
import type { FieldChange } from "#server/contracts/activity.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { BoardColumn, Ticket } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayChange, mayEnterColumn, refuseUnlessAllowed } from "./agent-rights.ts";
import { checkAuthor } from "./author.ts";
import { checkRevision } from "./check-revision.ts";
import { checkColumnLimit } from "./column-limit.ts";
import { liftStopOnMove } from "./lift-stop.ts";
import { lockColumnNamed, lockTicket } from "./lock-rows.ts";
import { placeAtIndex, placeInColumn } from "./order-key.ts";
import type { Place } from "./order-key.ts";
import { requestStop } from "./stop-run.ts";

export interface TicketMove extends Place {
  projectId: number;
  number: number;
  /** Name of the target column; its own one reorders. */
  status: string;
  author?: string;
  /** Position from 0 among the column's other cards; clamped. Wins over before and after. */
  index?: number;
  revision?: number;
  /** Also end what runs on the ticket (the dialog sends it, rule 20). */
  stopRun?: boolean;
}

export interface MovedTicket {
  id: number;
  isChanged: boolean;
}

/**
 * Moves a ticket to a column, or to another place in its own. The same column without a place changes
 * nothing and writes nothing. 400 `COLUMN_UNKNOWN` (before 404), 409 `STALE_REVISION`, 422 `COLUMN_FULL`
 * for people, 403 for agents beyond their rights.
 */
export async function moveTicket(
  database: Database,
  actor: Actor,
  move: TicketMove,
  now: Date,
): Promise<MovedTicket> {
  checkAuthor(actor, "author", move.author);
  return inTransaction(database, async (tx) => {
    const column = await lockColumnNamed(tx, move.projectId, move.status);
    if (!column)
      throw new Failure(
        400,
        "COLUMN_UNKNOWN",
        `status: expected a column's name, found "${move.status}"`,
      );
    const ticket = await lockTicket(tx, move.projectId, move.number);
    const agent = await checkAgentMayChange(tx, actor, move.projectId, ticket.id);
    await checkRevision(tx, ticket, move.revision);
    const isSameColumn = ticket.columnId === column.id;
    const hasPlace = move.index !== undefined || move.before != null || move.after != null;
    if (isSameColumn && !hasPlace) return { id: ticket.id, isChanged: false };
    if (!isSameColumn) {
      if (agent) refuseUnlessAllowed(mayEnterColumn(agent, column.role));
      await checkColumnLimit(tx, column, actor);
    }
    await carryOut(tx, actor, move, { ticket, column }, now);
    return { id: ticket.id, isChanged: true };
  });
}

async function carryOut(
  tx: Tx,
  actor: Actor,
  move: TicketMove,
  { ticket, column }: { ticket: Ticket; column: BoardColumn },
  now: Date,
): Promise<void> {
  const isSameColumn = ticket.columnId === column.id;
  const { orderKey, isRebalanced } =
    move.index === undefined
      ? await placeInColumn(tx, column.id, move, ticket.id)
      : await placeAtIndex(tx, column.id, move.index, ticket.id);
  const from = isSameColumn
    ? column
    : await tx.boardColumn.findUniqueOrThrow({
        where: { id: ticket.columnId },
        select: { name: true },
      });
  await tx.ticket.update({
    where: { id: ticket.id },
    data: isSameColumn
      ? { orderKey }
      : {
          orderKey,
          columnId: column.id,
          revision: { increment: 1 },
          enteredColumnAt: now,
          lastActivityAt: now,
          updatedAt: now,
        },
  });
  if (!isSameColumn)
    await liftStopOnMove(tx, { ticketId: ticket.id, actor, toColumn: column.name, now });
  const stopped = move.stopRun ? await requestStop(tx, { ticketId: ticket.id, actor, now }) : [];
  const change: FieldChange = isSameColumn
    ? { field: "order", from: ticket.orderKey, to: orderKey }
    : { field: "status", from: from.name, to: column.name };
  await writeActivity(tx, {
    projectId: move.projectId,
    ticket,
    actor: activityActor(actor),
    kind: "ticket_moved",
    data: {
      changes: [change],
      ...(stopped.length > 0 ? { stopped: stopped.map((run) => run.id) } : {}),
      ...(isRebalanced ? { resync: true } : {}),
    },
  });
}
