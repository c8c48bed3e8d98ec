import { z } from "zod";
import type { Tx } from "../../store/client.ts";
import { Prisma } from "../../store/generated/client.ts";
import { triggerAs } from "./poller.ts";
import type { Look, Poller, Turn } from "./poller.ts";
import { changesField, movesOf, readLog } from "./read-log.ts";
import { takeTurn } from "./take-turn.ts";

/** `idleSince` = since when the board has been seen idle; null = it is not. ISO time. */
const memorySchema = z.object({ isArmed: z.boolean(), idleSince: z.iso.datetime().nullable() });

/**
 * The edge to an idle board. Only tickets arm it, so the run that it starts cannot start it again
 * (rule 16). At the first look an idle board counts as told.
 */
export const pollBoardIdle: Poller = {
  readsLogOnly: false,
  poll: (job) => takeTurn(job, lookAtBoard),
};

async function lookAtBoard(turn: Turn): Promise<Look> {
  const { idleColumns, minutes } = triggerAs(turn.automation, "boardIdle");
  const board = await readBoard(turn, idleColumns);
  const known = memorySchema.safeParse(turn.memory);
  if (!known.success) return { memory: { isArmed: board.isOpen, idleSince: null } };
  const isArmed = known.data.isArmed || board.isOpen || (await hasLeftMeanwhile(turn, idleColumns));
  const isIdle = board.hasTickets && !board.isOpen && !board.isRunning;
  if (!isArmed || !isIdle) return { memory: { isArmed, idleSince: null } };

  const since = known.data.idleSince === null ? turn.now : new Date(known.data.idleSince);
  const idleSince = since.toISOString();
  const dueAt = new Date(since.getTime() + minutes * 60_000);
  if (dueAt.getTime() > turn.now.getTime()) {
    return { memory: { isArmed, idleSince }, wakeAt: dueAt };
  }
  return {
    occurrences: [{ ticketId: null, revision: turn.until, payload: { idleSince } }],
    memory: { isArmed: false, idleSince: null },
  };
}

interface BoardNow {
  hasTickets: boolean;
  /** A ticket is outside the idle columns. */
  isOpen: boolean;
  isRunning: boolean;
}

async function readBoard({ tx, projectId }: Turn, idleColumns: string[]): Promise<BoardNow> {
  const [row] = await tx.$queryRaw<Omit<BoardNow, "isOpen">[]>`
    SELECT EXISTS (SELECT 1 FROM "BoardColumn" c JOIN "Ticket" t ON t."columnId" = c."id" AND t."deletedAt" IS NULL
                    WHERE c."projectId" = ${projectId}) AS "hasTickets",
           EXISTS (SELECT 1 FROM "Run" WHERE "projectId" = ${projectId} AND "state" <> 'ended') AS "isRunning"`;
  const { hasTickets, isRunning } = row ?? { hasTickets: false, isRunning: false };
  return { hasTickets, isRunning, isOpen: await hasOpenTicket(tx, projectId, idleColumns) };
}

/** Whether a ticket is outside these columns: a probe of an index, whatever the number of tickets. */
export async function hasOpenTicket(
  tx: Tx,
  projectId: number,
  idleColumns: string[],
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ found: number }[]>`
    SELECT 1 AS found FROM "BoardColumn" c JOIN "Ticket" t ON t."columnId" = c."id" AND t."deletedAt" IS NULL
     WHERE c."projectId" = ${projectId} AND c."name" <> ALL(${idleColumns}::text[]) LIMIT 1`;
  return rows.length > 0;
}

/** A ticket was outside between two looks: it went out and came back. */
async function hasLeftMeanwhile(turn: Turn, idleColumns: string[]): Promise<boolean> {
  const rows = await readLog(turn, Prisma.sql`${changesField("status")}`);
  const isIdle = (column: unknown): boolean =>
    typeof column === "string" && idleColumns.includes(column);
  return rows.some(
    (row) =>
      movesOf(row).some((move) => isIdle(move.from) && !isIdle(move.to)) ||
      (row.kind === "ticket_created" && row.changes.some(({ to }) => !isIdle(to))),
  );
}
