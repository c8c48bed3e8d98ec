import type { ListPage } from "#server/contracts/ticket-rows.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { readRevision } from "./board.ts";
import { readCards } from "./card.ts";
import type { ProjectRow } from "./find-project.ts";
import type { NewsReader } from "./news.ts";

/**
 * One page of what waits for a verdict: the tickets of all review-role columns, what has been there
 * longest first, by number among equals (ux 17). `total` counts all of them. `unread` is judged for
 * `reader`.
 */
export async function readReviewQueue(
  database: Database,
  project: ProjectRow,
  page: { offset: number; limit: number },
  now: Date,
  reader: NewsReader | null,
): Promise<ListPage> {
  const revision = await readRevision(database, project.id);
  const rows = Prisma.sql`FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE c."projectId" = ${project.id} AND c."role" = 'review' AND t."deletedAt" IS NULL`;
  const [counts, found] = await Promise.all([
    database.prisma.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS "total" ${rows}`,
    database.prisma.$queryRaw<{ id: number }[]>`SELECT t."id" ${rows}
      ORDER BY t."enteredColumnAt", t."number" LIMIT ${page.limit} OFFSET ${page.offset}`,
  ]);
  return {
    revision,
    total: counts[0]?.total ?? 0,
    offset: page.offset,
    items: await readCards(
      database,
      project,
      found.map(({ id }) => id),
      now,
      reader,
    ),
  };
}
