import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** `limit` events of a run after a position, in order. */
export interface EventPage {
  runId: string;
  after: number;
  limit: number;
}

export interface StoredEvent {
  seq: number;
  at: Date;
  kind: string;
  parent: string | null;
  payload: Record<string, unknown>;
}

/** Rows by their key. Read for every page of every panel, so without Prisma's engine (P-13). */
export function readStoredEvents(sql: SqlRunner, page: EventPage): Promise<StoredEvent[]> {
  return sql.$queryRaw<StoredEvent[]>(Prisma.sql`
    SELECT "seq", "at", "kind", "parent", "payload" ${placed(page)}`);
}

/**
 * The same, each as the JSON that the API answers with: who passes events on does not need to take them
 * apart and put them together again, which cost more than reading them.
 */
export function readEventTexts(
  sql: SqlRunner,
  page: EventPage,
): Promise<{ seq: number; text: string }[]> {
  return sql.$queryRaw<{ seq: number; text: string }[]>(Prisma.sql`
    SELECT "seq",
           '{"seq":' || "seq"
             || ',"at":"' || to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
             || '","kind":' || to_json("kind")
             || ',"parent":' || COALESCE(to_json("parent")::text, 'null')
             || ',"payload":' || "payload"::text || '}' AS "text"
    ${placed(page)}`);
}

function placed({ runId, after, limit }: EventPage): Prisma.Sql {
  return Prisma.sql`
      FROM "RunEvent" WHERE "runId" = ${runId} AND "seq" > ${after}::int ORDER BY "seq" LIMIT ${limit}::int`;
}
