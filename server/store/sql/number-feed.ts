import { feedEventOfKind } from "#server/contracts/feed.ts";
import { notifyChannel } from "#server/contracts/live.ts";
import type { Database } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";
import { inSqlTransaction } from "../transaction.ts";

const kinds = Object.keys(feedEventOfKind);
const events = Object.values(feedEventOfKind);

/** Revisions of one project that one statement takes. */
export const REVISIONS_AT_ONCE = 500;

export interface FeedHead {
  /** Activity has been written that is not in the feed. */
  hasNews: boolean;
  /** Newest number; 0 = none was given. */
  lastId: number;
  /** Oldest number that is kept; 0 = none is. */
  oldest: number;
}

/** How the feed stands: one cheap statement, whatever the number of rows. */
export async function readFeedHead(sql: SqlRunner): Promise<FeedHead> {
  const [row] = await sql.$queryRaw<FeedHead[]>(Prisma.sql`
    SELECT EXISTS (SELECT 1 FROM "ProjectRevision" r LEFT JOIN "FeedCursor" c ON c."projectId" = r."projectId"
                    WHERE r."revision" > COALESCE(c."revision", 0)) AS "hasNews",
           COALESCE((SELECT "lastId" FROM "FeedHead" WHERE "id" = 1), 0)::float8 AS "lastId",
           COALESCE((SELECT "id" FROM "FeedEvent" ORDER BY "id" LIMIT 1), 0)::float8 AS oldest`);
  if (!row) throw new Error("FeedHead: expected a row, found none");
  return row;
}

/**
 * Numbers what the activity log has and the feed has not, without a gap, and tells listeners. Each
 * project's rows keep their order; between projects the time decides. Only one worker does it at a time;
 * the lock comes first and in a statement of its own, so that the next one sees what the last holder did.
 * Returns how many revisions it looked at; 0: nothing is left, or another worker is at it.
 */
export function numberFeed(
  database: Database,
  revisionsAtOnce = REVISIONS_AT_ONCE,
): Promise<number> {
  return inSqlTransaction(database, async (sql) => {
    const locked = await sql.$queryRaw<object[]>(
      Prisma.sql`SELECT 1 AS held FROM "FeedHead" WHERE "id" = 1 FOR UPDATE SKIP LOCKED`,
    );
    if (locked.length === 0) return 0;
    const [row] = await sql.$queryRaw<{ looked: number }[]>(Prisma.sql`
      WITH named AS (
        SELECT * FROM UNNEST(${kinds}::text[], ${events}::text[]) AS n("kind", "event")
      ), fresh AS MATERIALIZED (
        SELECT a.*, p."slug", MAX(a."at") OVER (PARTITION BY a."projectId" ORDER BY a."revision") AS turn
          FROM "ProjectRevision" r JOIN "Project" p ON p."id" = r."projectId"
          LEFT JOIN "FeedCursor" c ON c."projectId" = r."projectId"
          CROSS JOIN LATERAL (
            SELECT * FROM "Activity" a WHERE a."projectId" = r."projectId" AND a."revision" > COALESCE(c."revision", 0)
             ORDER BY a."revision" LIMIT ${revisionsAtOnce}::int) a
         WHERE r."revision" > COALESCE(c."revision", 0)
      ), told AS MATERIALIZED (
        SELECT fresh.*, named."event", ROW_NUMBER() OVER (ORDER BY turn, "projectId", "revision") AS place,
               jsonb_path_query_first("data", '$.changes[*] ? (@.field == "status")') AS moved
          FROM fresh JOIN named ON named."kind" = fresh."kind"
      ), head AS (
        UPDATE "FeedHead" SET "lastId" = "lastId" + (SELECT COUNT(*) FROM told) WHERE "id" = 1 RETURNING "lastId"
      ), stored AS (
        INSERT INTO "FeedEvent" ("id", "at", "project", "ticket", "event", "data")
        SELECT head."lastId" - (SELECT COUNT(*) FROM told) + place, "at", "slug", "ticketNumber", "event",
               jsonb_strip_nulls(jsonb_build_object(
                 'run', "data"->'run', 'agent', "data"->'agent', 'outcome', "data"->'outcome', 'comment', "data"->'comment',
                 'question', "data"->'question', 'from', moved->'from', 'to', moved->'to',
                 'fields', NULLIF(jsonb_path_query_array("data", '$.changes[*].field'), '[]'),
                 'by', "actor", 'byKind', "actorKind", 'rule', "automationId"))
          FROM told, head
      ), passed AS (
        INSERT INTO "FeedCursor" ("projectId", "revision") SELECT "projectId", MAX("revision") FROM fresh GROUP BY "projectId"
        ON CONFLICT ("projectId") DO UPDATE SET "revision" = EXCLUDED."revision"
      )
      SELECT (SELECT COUNT(*) FROM fresh)::int AS looked,
             CASE WHEN EXISTS (SELECT 1 FROM told)
                  THEN pg_notify(${notifyChannel}, 'feed:' || head."lastId")::text END AS told FROM head`);
    return row?.looked ?? 0;
  });
}

/** Forgets events older than this. */
export async function pruneFeed(sql: SqlRunner, days: number): Promise<void> {
  await sql.$queryRaw(Prisma.sql`
    DELETE FROM "FeedEvent" WHERE "at" < clock_timestamp() - make_interval(days => ${days}::int)`);
}
