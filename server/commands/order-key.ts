import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { SqlRunner } from "#server/store/sql-runner.ts";

/** A longer key makes the whole column get short ones again. */
export const MAX_ORDER_KEY = 64;

/** Where in a column: directly before or after a ticket of it, by number. Neither: at its end. */
export interface Place {
  before?: number | null;
  after?: number | null;
}

export interface PlacedKey {
  orderKey: string;
  /** The column's other cards got new keys, so readers must fetch it anew. */
  isRebalanced: boolean;
}

interface Bounds {
  lower: string | null;
  upper: string | null;
}

type Row = { orderKey: string };

/**
 * An order key for a card that comes into a column, computed under the caller's lock on that column. A
 * neighbour that has left meanwhile is ignored: the card then stands at the other one, else at the end.
 * `ticketId` is the card itself, which is no neighbour of its own.
 */
export async function placeInColumn(
  sql: SqlRunner,
  columnId: number,
  place: Place,
  ticketId: number | null,
): Promise<PlacedKey> {
  const self = ticketId ?? 0;
  const key = keyBetween(await findBounds(sql, columnId, place, self));
  if (key !== null && key.length <= MAX_ORDER_KEY) return { orderKey: key, isRebalanced: false };
  await rebalance(sql, columnId);
  const bounds = await findBounds(sql, columnId, place, self);
  return { orderKey: generateKeyBetween(bounds.lower, bounds.upper), isRebalanced: true };
}

/** A key for the end of a column whose last other live card has this one; null: the column needs short keys. */
export function keyAfter(last: string | null): string | null {
  const key = generateKeyBetween(last, null);
  return key.length <= MAX_ORDER_KEY ? key : null;
}

/** Like {@link placeInColumn}, by position among the column's other live cards; clamped to its end. */
export async function placeAtIndex(
  sql: SqlRunner,
  columnId: number,
  index: number,
  ticketId: number,
): Promise<PlacedKey> {
  const [follower] = await sql.$queryRaw<{ number: number }[]>`
    SELECT "number" FROM "Ticket" WHERE "columnId" = ${columnId} AND "deletedAt" IS NULL AND "id" <> ${ticketId}
    ORDER BY "orderKey" COLLATE "C", "id" OFFSET ${Math.max(0, index)} LIMIT 1`;
  return placeInColumn(sql, columnId, follower ? { before: follower.number } : {}, ticketId);
}

/**
 * Order keys for cards that come to the end of a column one after the other, computed under the caller's
 * lock on it; `last` is the key of its last live card as read under that lock.
 */
export async function placeAtEnd(
  sql: SqlRunner,
  columnId: number,
  last: string | null,
  count: number,
): Promise<string[]> {
  const keys = generateNKeysBetween(last, null, count);
  if (keys.every((key) => key.length <= MAX_ORDER_KEY)) return keys;
  await rebalance(sql, columnId);
  const bounds = await findBounds(sql, columnId, {}, 0);
  return generateNKeysBetween(bounds.lower, null, count);
}

/** null where no key fits, which only equal keys of an imported board can cause. */
function keyBetween({ lower, upper }: Bounds): string | null {
  if (lower !== null && upper !== null && lower >= upper) return null;
  return generateKeyBetween(lower, upper);
}

async function findBounds(
  sql: SqlRunner,
  columnId: number,
  place: Place,
  self: number,
): Promise<Bounds> {
  if (place.after != null) {
    const lower = await keyOf(sql, columnId, place.after, self);
    if (lower !== null) {
      const [next] = await sql.$queryRaw<Row[]>`
        SELECT "orderKey" FROM "Ticket" WHERE "columnId" = ${columnId} AND "deletedAt" IS NULL
          AND "id" <> ${self} AND "orderKey" > ${lower} COLLATE "C" ORDER BY "orderKey" COLLATE "C" LIMIT 1`;
      return { lower, upper: next?.orderKey ?? null };
    }
  }
  if (place.before != null) {
    const upper = await keyOf(sql, columnId, place.before, self);
    if (upper !== null) {
      const [previous] = await sql.$queryRaw<Row[]>`
        SELECT "orderKey" FROM "Ticket" WHERE "columnId" = ${columnId} AND "deletedAt" IS NULL
          AND "id" <> ${self} AND "orderKey" < ${upper} COLLATE "C" ORDER BY "orderKey" COLLATE "C" DESC LIMIT 1`;
      return { lower: previous?.orderKey ?? null, upper };
    }
  }
  const [last] = await sql.$queryRaw<Row[]>`
    SELECT "orderKey" FROM "Ticket" WHERE "columnId" = ${columnId} AND "deletedAt" IS NULL
      AND "id" <> ${self} ORDER BY "orderKey" COLLATE "C" DESC LIMIT 1`;
  return { lower: last?.orderKey ?? null, upper: null };
}

async function keyOf(
  sql: SqlRunner,
  columnId: number,
  number: number,
  self: number,
): Promise<string | null> {
  const [row] = await sql.$queryRaw<Row[]>`
    SELECT "orderKey" FROM "Ticket" WHERE "columnId" = ${columnId} AND "number" = ${number}
      AND "deletedAt" IS NULL AND "id" <> ${self}`;
  return row?.orderKey ?? null;
}

/** Gives every live card of a column a short key, in the order in which they stand. */
async function rebalance(sql: SqlRunner, columnId: number): Promise<void> {
  const rows = await sql.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Ticket" WHERE "columnId" = ${columnId} AND "deletedAt" IS NULL
    ORDER BY "orderKey" COLLATE "C", "id" FOR NO KEY UPDATE`;
  const ids = rows.map((row) => row.id);
  const keys = generateNKeysBetween(null, null, ids.length);
  await sql.$queryRaw`
    UPDATE "Ticket" SET "orderKey" = fresh."key"
    FROM unnest(${ids}::int[], ${keys}::text[]) AS fresh("id", "key") WHERE "Ticket"."id" = fresh."id"`;
}
