import type { FieldChange } from "#server/contracts/activity.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { readConfigOf } from "#server/queries/automations.ts";
import { isStartingColumn } from "#server/queries/starting-columns.ts";
import { activityActor } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { SqlRunner } from "#server/store/sql-runner.ts";
import { lockForMove, readMoveFacts, storeMove } from "#server/store/sql/move-ticket-row.ts";
import type { MoveFacts, MoveRows } from "#server/store/sql/move-ticket-row.ts";
import { inSqlTransaction, inTransaction } from "#server/store/transaction.ts";
import { checkAgentMayChange, mayEnterColumn, refuseUnlessAllowed } from "./agent-rights.ts";
import { checkAuthor } from "./author.ts";
import { checkRevision } from "./check-revision.ts";
import { checkColumnLimit } from "./column-limit.ts";
import { liftStops } from "./lift-stop.ts";
import { keyAfter, placeAtIndex, placeInColumn } from "./order-key.ts";
import type { Place, PlacedKey } from "./order-key.ts";
import { requestStop, requestUndo } from "./stop-run.ts";
import type { StoppedRun } from "./stop-run.ts";

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
  /** Also end what was admitted after this revision of the project, and take back what it changed (ux 28). */
  undoRunsSince?: number;
}

export interface MovedTicket {
  id: number;
  isChanged: boolean;
  /** Where it stood. */
  from: { columnId: number; column: string; orderKey: string };
  /** Runs that were told to stop. */
  stopped: StoppedRun[];
}

/** Undoes a move that needs more than hand-written SQL: it is made again by Prisma's client. */
class NeedsModels extends Error {}

/** The transaction of a move. `models`: absent where it is hand-written SQL alone. */
interface Transaction {
  sql: SqlRunner;
  models: Tx | null;
}

/** The rows of a move, locked, and what was read after that. */
interface Locked {
  column: NonNullable<MoveRows["column"]>;
  ticket: NonNullable<MoveRows["ticket"]>;
  facts: MoveFacts;
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
  // What a person's card waits for: no more turns to the database than it needs (P-02).
  if (actor.kind !== "agent" && !move.stopRun && move.undoRunsSince === undefined) {
    try {
      const work = (sql: SqlRunner) => moveInside({ sql, models: null }, actor, move, now);
      return await inSqlTransaction(database, work);
    } catch (error) {
      if (!(error instanceof NeedsModels)) throw error;
    }
  }
  return inTransaction(database, (tx) => moveInside({ sql: tx, models: tx }, actor, move, now));
}

async function moveInside(
  tx: Transaction,
  actor: Actor,
  move: TicketMove,
  now: Date,
): Promise<MovedTicket> {
  const locked = await lockRows(tx.sql, move);
  const { ticket, column } = locked;
  const agent = actor.kind === "agent" ? await checkAgent(tx, actor, move, ticket.id) : null;
  if (move.revision !== undefined && move.revision !== ticket.revision) {
    await refuseStale(tx, ticket.id, move.revision);
  }
  const isSameColumn = ticket.columnId === column.id;
  const hasPlace = move.index !== undefined || move.before != null || move.after != null;
  const { columnId, orderKey } = ticket;
  const moved = { id: ticket.id, from: { columnId, column: locked.facts.from, orderKey } };
  if (isSameColumn && !hasPlace) return { ...moved, isChanged: false, stopped: [] };
  if (!isSameColumn) {
    if (agent) refuseUnlessAllowed(mayEnterColumn(agent, column.role));
    await checkColumnLimit(tx.sql, column, actor);
  }
  const stopped = await carryOut(tx, actor, move, locked, now);
  return { ...moved, isChanged: true, stopped };
}

async function lockRows(sql: SqlRunner, move: TicketMove): Promise<Locked> {
  // The second does not wait for the answer to the first, but comes after it.
  const [{ column, ticket }, facts] = await Promise.all([
    lockForMove(sql, move),
    readMoveFacts(sql, move),
  ]);
  if (!column) {
    throw new Failure(
      400,
      "COLUMN_UNKNOWN",
      `status: expected a column's name, found "${move.status}"`,
    );
  }
  if (!ticket || ticket.isDeleted || !facts) {
    throw new Failure(404, "TICKET_UNKNOWN", `no ticket #${move.number} in this project`);
  }
  return { column, ticket, facts };
}

async function checkAgent(
  { models }: Transaction,
  actor: Actor,
  move: TicketMove,
  ticketId: number,
): ReturnType<typeof checkAgentMayChange> {
  if (models === null) throw new NeedsModels();
  return checkAgentMayChange(models, actor, move.projectId, ticketId);
}

/** Says how the ticket is now. */
async function refuseStale(
  { models }: Transaction,
  ticketId: number,
  expected: number,
): Promise<void> {
  if (models === null) throw new NeedsModels();
  const ticket = await models.ticket.findUniqueOrThrow({ where: { id: ticketId } });
  await checkRevision(models, ticket, expected);
}

async function carryOut(
  { sql, models }: Transaction,
  actor: Actor,
  move: TicketMove,
  { ticket, column, facts }: Locked,
  now: Date,
): Promise<StoppedRun[]> {
  const { projectId } = move;
  const isSameColumn = ticket.columnId === column.id;
  const { orderKey, isRebalanced } = await placeCard(sql, move, { ticket, column, facts });
  let liftsStops = false;
  // A person who drags a ticket into a column that can start something, after a stop, lifts it (rule 3).
  if (!isSameColumn && actor.kind === "person") {
    const config = await readConfigOf(sql, projectId, facts.liveHash);
    liftsStops = isStartingColumn(config, column.name);
  }
  let stopped: StoppedRun[] = [];
  if (move.stopRun || move.undoRunsSince !== undefined) {
    if (models === null) throw new NeedsModels();
    // What is stopped now stays stopped.
    if (liftsStops) await liftStops(sql, { ticketId: ticket.id, now });
    liftsStops = false;
    const since = move.stopRun ? undefined : move.undoRunsSince;
    stopped = await requestStop(models, { ticketId: ticket.id, since, actor, now });
    if (move.undoRunsSince !== undefined) await requestUndo(models, projectId, stopped, actor, now);
  }
  const change: FieldChange = isSameColumn
    ? { field: "order", from: ticket.orderKey, to: orderKey }
    : { field: "status", from: facts.from, to: column.name };
  const row = { projectId, ticketId: ticket.id, columnId: column.id, orderKey };
  await storeMove(
    sql,
    { ...row, isOtherColumn: !isSameColumn, liftsStops, now },
    {
      ticket: { id: ticket.id, number: ticket.number },
      actor: activityActor(actor),
      kind: "ticket_moved",
      data: {
        changes: [change],
        ...(stopped.length > 0 ? { stopped: stopped.map((run) => run.id) } : {}),
        ...(isRebalanced ? { resync: true } : {}),
      },
    },
  );
  return stopped;
}

function placeCard(
  sql: SqlRunner,
  move: TicketMove,
  { ticket, column, facts }: Locked,
): Promise<PlacedKey> {
  if (move.index !== undefined) return placeAtIndex(sql, column.id, move.index, ticket.id);
  const isAtEnd = move.before == null && move.after == null;
  const orderKey = isAtEnd ? keyAfter(facts.lastKey) : null;
  if (orderKey === null) return placeInColumn(sql, column.id, move, ticket.id);
  return Promise.resolve({ orderKey, isRebalanced: false });
}
