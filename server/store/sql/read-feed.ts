import type { FeedEvent } from "#server/contracts/feed.ts";
import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

type FeedRow = Omit<FeedEvent, "at"> & { at: Date };

/** Events after a number, in order; of these projects only, where they are named. */
export async function readFeedEvents(
  sql: SqlRunner,
  after: number,
  limit: number,
  projects: readonly string[] | null = null,
): Promise<FeedEvent[]> {
  const theirs =
    projects === null ? Prisma.empty : Prisma.sql`AND "project" = ANY(${[...projects]}::text[])`;
  const rows = await sql.$queryRaw<FeedRow[]>(Prisma.sql`
    SELECT "id"::float8 AS id, "at", "project", "ticket", "event", "data" FROM "FeedEvent"
     WHERE "id" > ${after}::bigint ${theirs} ORDER BY "id" LIMIT ${limit}::int`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The number before the first event of the last `hours`; the newest number when there was none. */
export async function findFeedStart(sql: SqlRunner, hours: number): Promise<number> {
  const [row] = await sql.$queryRaw<{ before: number }[]>(Prisma.sql`
    SELECT COALESCE((SELECT MIN("id") - 1 FROM "FeedEvent" WHERE "at" >= clock_timestamp() - make_interval(hours => ${hours}::int)),
                    (SELECT "lastId" FROM "FeedHead" WHERE "id" = 1), 0)::float8 AS before`);
  return row?.before ?? 0;
}
