import type { ListKey, ListSort } from "#server/contracts/board-view.ts";
import type { ListPage } from "#server/contracts/ticket-rows.ts";
import { stateWords } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { readRevision } from "./board.ts";
import { readCards } from "./card.ts";
import type { ProjectRow } from "./find-project.ts";
import type { NewsReader } from "./news.ts";
import { readStateWords, readTicketScope } from "./ticket-scope.ts";
import type { TicketScope } from "./ticket-scope.ts";

const values: Record<Exclude<ListKey, "state">, Prisma.Sql> = {
  number: Prisma.sql`t."number"`,
  title: Prisma.sql`lower(t."title")`,
  column: Prisma.sql`c."position"`,
  priority: Prisma.sql`t."priority"`,
  assignee: Prisma.sql`lower(t."assignee")`,
  labels: Prisma.sql`(SELECT string_agg(lower(l."name"), ' ' ORDER BY lower(l."name")) FROM "TicketLabel" tl
    JOIN "Label" l ON l."id" = tl."labelId" WHERE tl."ticketId" = t."id")`,
  updated: Prisma.sql`t."updatedAt"`,
};

/**
 * One page of the tickets that `q` finds (see `readTicketScope`; empty: all a board shows), in one order
 * over the whole project; what has no value stands last, and among equals the newer ticket first. Pages
 * are counted, so that any place of the list can be read at once. `unread` is judged for `reader`.
 */
export async function readListPage(
  database: Database,
  project: ProjectRow,
  asked: { q: string; sort: ListSort; offset: number; limit: number },
  now: Date,
  reader: NewsReader | null,
): Promise<ListPage> {
  const revision = await readRevision(database, project.id);
  const scope = await readTicketScope(database, project, asked.q, now);
  const value = await valueOf(database, project, asked.sort.key, scope, now);
  const direction = asked.sort.isDown ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const rows = Prisma.sql`FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE t."projectId" = ${project.id} AND ${scope.where}`;
  const [counts, page] = await Promise.all([
    database.prisma.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS "total" ${rows}`,
    database.prisma.$queryRaw<{ id: number }[]>`SELECT t."id" ${rows}
      ORDER BY ${value} ${direction} NULLS LAST, t."number" DESC LIMIT ${asked.limit} OFFSET ${asked.offset}`,
  ]);
  const ids = page.map((row) => row.id);
  return {
    revision,
    total: counts[0]?.total ?? 0,
    offset: asked.offset,
    items: await readCards(database, project, ids, now, reader, scope),
  };
}

/** A state stands in no row: it is worked out first, and rows are ordered by how urgent its word is. */
async function valueOf(
  database: Database,
  project: ProjectRow,
  key: ListKey,
  scope: TicketScope,
  now: Date,
): Promise<Prisma.Sql> {
  if (key !== "state") return values[key];
  const words = await readStateWords(database, project, scope.where, now);
  const ids = [...words.keys()];
  const ranks = [...words.values()].map((word) => stateWords.indexOf(word));
  return Prisma.sql`(${ranks}::int[])[array_position(${ids}::int[], t."id")]`;
}
