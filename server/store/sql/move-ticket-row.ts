import { activityTold, activityWritten } from "../activity.ts";
import type { ActivityEntry } from "../activity.ts";
import { Prisma } from "../generated/client.ts";
import { queryLast } from "../sql-runner.ts";
import type { SqlRunner } from "../sql-runner.ts";
import { stopsLifted } from "./stops-lifted.ts";

interface MovedColumn {
  id: number;
  name: string;
  role: string;
  wipLimit: number | null;
  wipHard: boolean;
}

/** The locked rows of a move; null = there is none of that name or number. */
export interface MoveRows {
  column: MovedColumn | null;
  ticket: {
    id: number;
    number: number;
    columnId: number;
    orderKey: string;
    revision: number;
    isDeleted: boolean;
  } | null;
}

/**
 * Locks the column a ticket is to be moved into, by its name, then the ticket (rule 8), in one statement:
 * the second part counts the rows of the first, so it cannot begin before that holds its lock.
 */
export async function lockForMove(
  sql: SqlRunner,
  move: { projectId: number; number: number; status: string },
): Promise<MoveRows> {
  const [row] = await sql.$queryRaw<MoveRows[]>(Prisma.sql`
    WITH place AS MATERIALIZED (
      SELECT "id", "name", "role", "wipLimit", "wipHard" FROM "BoardColumn"
       WHERE "projectId" = ${move.projectId} AND "name" = ${move.status} ORDER BY "id" FOR NO KEY UPDATE
    ), ticket AS MATERIALIZED (
      SELECT "id", "number", "columnId", "orderKey", "revision", "deletedAt" IS NOT NULL AS "isDeleted" FROM "Ticket"
       WHERE "projectId" = ${move.projectId} AND "number" = ${move.number} AND (SELECT COUNT(*) FROM place) >= 0
         FOR NO KEY UPDATE
    )
    SELECT (SELECT to_json(place) FROM place) AS "column", (SELECT to_json(ticket) FROM ticket) AS "ticket"`);
  return row ?? { column: null, ticket: null };
}

/** What a move looks at beside the locked rows. */
export interface MoveFacts {
  /** Where the ticket stands. */
  from: string;
  /** Order key of the target's last other card; null = there is none. */
  lastKey: string | null;
  /** Hash of the configuration in force; null = none. */
  liveHash: string | null;
}

/** Asked by the names that the locks were asked by, in a statement of its own that comes after them. */
export async function readMoveFacts(
  sql: SqlRunner,
  move: { projectId: number; number: number; status: string },
): Promise<MoveFacts | undefined> {
  const [row] = await sql.$queryRaw<MoveFacts[]>(Prisma.sql`
    SELECT c."name" AS "from", f."liveHash", (
             SELECT other."orderKey" FROM "BoardColumn" target JOIN "Ticket" other ON other."columnId" = target."id"
              WHERE target."projectId" = ${move.projectId} AND target."name" = ${move.status}
                AND other."deletedAt" IS NULL AND other."id" <> t."id"
              ORDER BY other."orderKey" COLLATE "C" DESC LIMIT 1) AS "lastKey"
      FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
      LEFT JOIN "AutomationFile" f ON f."projectId" = t."projectId"
     WHERE t."projectId" = ${move.projectId} AND t."number" = ${move.number}`);
  return row;
}

export interface RowMove {
  projectId: number;
  ticketId: number;
  columnId: number;
  orderKey: string;
  /** It comes from another column. */
  isOtherColumn: boolean;
  /** A person's stop no longer holds what ran on it (rule 3). */
  liftsStops: boolean;
  now: Date;
}

/** Writes a move under its locks with its activity row, in one statement, the last of its transaction. */
export async function storeMove(
  sql: SqlRunner,
  move: RowMove,
  entry: Omit<ActivityEntry, "projectId">,
): Promise<void> {
  const { projectId, ticketId, columnId, orderKey, isOtherColumn, liftsStops, now } = move;
  const when = Prisma.sql`(SELECT COUNT(*) FROM moved) + (SELECT COUNT(*) FROM lifted) >= 0`;
  const rows = await queryLast<{ revision: bigint }[]>(
    sql,
    Prisma.sql`
    WITH moved AS (
      UPDATE "Ticket" SET "orderKey" = ${orderKey}, "columnId" = ${columnId},
             "revision" = CASE WHEN ${isOtherColumn} THEN "revision" + 1 ELSE "revision" END,
             "enteredColumnAt" = CASE WHEN ${isOtherColumn} THEN ${now}::timestamptz ELSE "enteredColumnAt" END,
             "lastActivityAt" = CASE WHEN ${isOtherColumn} THEN ${now}::timestamptz ELSE "lastActivityAt" END,
             "updatedAt" = CASE WHEN ${isOtherColumn} THEN ${now}::timestamptz ELSE "updatedAt" END
       WHERE "id" = ${ticketId} RETURNING "id"
    ), ${stopsLifted({ ticketId, now }, Prisma.sql`${liftsStops}`)}, ${activityWritten(projectId, [entry], when)}
    SELECT taken."revision", ${activityTold(projectId)} FROM taken`,
  );
  if (rows.length === 0) {
    throw new Error(`project ${projectId}: expected its revision row, found none`);
  }
}
