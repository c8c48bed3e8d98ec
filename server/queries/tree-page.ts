import type { OpenBranches, TreePage } from "#server/contracts/ticket-rows.ts";
import type { Database } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { readRevision } from "./board.ts";
import { readCards } from "./card.ts";
import type { ProjectRow } from "./find-project.ts";
import type { NewsReader } from "./news.ts";
import { readTicketScope } from "./ticket-scope.ts";
import type { TicketScope } from "./ticket-scope.ts";

interface PlaceRow {
  id: number;
  level: number;
  position: number;
  size: number;
  hasChildren: boolean;
  isOpen: boolean;
  isMatch: boolean;
}

/**
 * One page of the tree of what `q` finds (see `readTicketScope`; empty: all a board shows): each found
 * ticket under the tickets above it, whether those are found or not; siblings by number. Rows in closed
 * branches are neither counted nor sent. `unread` is judged for `reader`.
 */
export async function readTreePage(
  database: Database,
  project: ProjectRow,
  asked: { q: string; branches: OpenBranches; offset: number; limit: number },
  now: Date,
  reader: NewsReader | null,
): Promise<TreePage> {
  const revision = await readRevision(database, project.id);
  const scope = await readTicketScope(database, project, asked.q, now);
  const tree = treeSql(project.id, scope, asked.branches);
  const [counts, rows] = await Promise.all([
    database.prisma.$queryRaw<{ total: number; found: number }[]>`${tree}
      SELECT (SELECT count(*) FROM tree)::int AS "total", (SELECT count(*) FROM found)::int AS "found"`,
    database.prisma.$queryRaw<PlaceRow[]>`${tree}
      SELECT b."id", b."level", b."position", b."size", b."hasChildren", b."isOpen",
             b."id" IN (SELECT "id" FROM found) AS "isMatch"
      FROM tree b ORDER BY b."path" LIMIT ${asked.limit} OFFSET ${asked.offset}`,
  ]);
  const ids = rows.map((row) => row.id);
  // A ticket above may be deleted only where deleted ones are looked for.
  const cards = await readCards(database, project, ids, now, reader, scope);
  const numbers = await database.prisma.ticket.findMany({
    where: { id: { in: ids } },
    select: { id: true, number: true },
  });
  const numberOf = new Map(numbers.map((row) => [row.id, row.number]));
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return {
    revision,
    total: counts[0]?.total ?? 0,
    found: counts[0]?.found ?? 0,
    offset: asked.offset,
    items: rows.flatMap(({ id, ...place }) => {
      const card = cardOf.get(numberOf.get(id) ?? 0);
      return card ? [{ card, ...place }] : [];
    }),
  };
}

/** `found`: what the search finds. `shown`: with all above. `tree`: the rows to be seen, `path` is their order. */
function treeSql(projectId: number, scope: TicketScope, branches: OpenBranches): Prisma.Sql {
  const isException = Prisma.sql`p."number" = ANY(${[...branches.except]}::int[])`;
  const isOpen = branches.isOpen ? Prisma.sql`NOT (${isException})` : isException;
  const isThere = scope.withDeleted ? Prisma.sql`true` : Prisma.sql`a."deletedAt" IS NULL`;
  return Prisma.sql`WITH RECURSIVE found AS (
      SELECT t."id" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
      WHERE t."projectId" = ${projectId} AND ${scope.where}
    ), shown AS (
      SELECT a."id", a."parentId", a."number" FROM found f JOIN "Ticket" a ON a."id" = f."id"
      UNION
      SELECT a."id", a."parentId", a."number" FROM shown s JOIN "Ticket" a ON a."id" = s."parentId"
      WHERE ${isThere}
    ), placed AS (
      SELECT s.*, (u."id" IS NULL) AS "isRoot",
             EXISTS (SELECT 1 FROM shown k WHERE k."parentId" = s."id") AS "hasChildren",
             (row_number() OVER siblings)::int AS "position",
             (count(*) OVER (PARTITION BY u."id"))::int AS "size"
      FROM shown s LEFT JOIN shown u ON u."id" = s."parentId"
      WINDOW siblings AS (PARTITION BY u."id" ORDER BY s."number")
    ), tree AS (
      SELECT p.*, 1 AS "level", ARRAY[p."number"] AS "path", (${isOpen}) AS "isOpen"
      FROM placed p WHERE p."isRoot"
      UNION ALL
      SELECT p.*, b."level" + 1, b."path" || p."number", (${isOpen})
      FROM tree b JOIN placed p ON p."parentId" = b."id" WHERE b."isOpen"
    )`;
}
