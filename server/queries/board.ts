import type { ColumnSorts } from "#server/contracts/board-view.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Board, BoardColumn, Column } from "#server/contracts/ticket.ts";
import type { Database } from "#server/store/client.ts";
import { listLabels, listMembers } from "./board-settings.ts";
import { readWindows } from "./board-window.ts";
import { readCards } from "./card.ts";
import type { ProjectRow } from "./find-project.ts";
import type { NewsReader } from "./news.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { archivedSql, readTicketScope, standardScope } from "./ticket-scope.ts";
import type { TicketScope } from "./ticket-scope.ts";
import { toColumn } from "./view-rows.ts";

/**
 * A board's columns with true counts and their first window of cards; with `column` (its name or number)
 * only that column, with `after` its next window. With `q` (see `readTicketScope`) the windows hold what
 * it finds, and `found` of each column how many those are. `sorts` orders some columns otherwise than they
 * are. A done column shows 14 days: `archived` says how many are older. The revision is read before the cards, so that a delta
 * between the two is applied again rather than missed. `unread` is judged for `reader`.
 */
export async function readBoard(
  database: Database,
  project: ProjectRow,
  window: { column?: string; after?: string; q?: string; sorts?: ColumnSorts },
  now: Date,
  reader: NewsReader | null = null,
): Promise<Board> {
  const revision = await readRevision(database, project.id);
  const isSearch = window.q !== undefined && window.q.trim() !== "";
  const scope = isSearch
    ? await readTicketScope(database, project, window.q ?? "", now)
    : standardScope(now);
  const [rows, counts, archived, found, members, labels] = await Promise.all([
    database.prisma.boardColumn.findMany({
      where: { projectId: project.id },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    readCounts(database, project.id),
    readArchivedCounts(database, project.id, now),
    isSearch ? readFound(database, project.id, scope) : null,
    listMembers(database, project.id, now),
    listLabels(database, project.id),
  ]);
  const named = rows.filter((row) => row.name === window.column);
  const numbered =
    named.length > 0 ? named : rows.filter((row) => String(row.number) === window.column);
  const wanted = window.column === undefined ? rows : numbered;
  if (window.column !== undefined && wanted.length === 0) {
    throw new Failure(404, "COLUMN_UNKNOWN", `no column "${window.column}" in this project`);
  }
  const sortOf = (row: (typeof rows)[number]) =>
    window.sorts?.get(row.number) ?? (row.sort as Column["sort"]);
  const windows = await readWindows(
    database,
    wanted.map((row) => ({ id: row.id, sort: sortOf(row), after: window.after })),
    scope.where,
  );
  const ids = wanted.flatMap((row) => windows.get(row.id)?.ticketIds ?? []);
  const cards = await readCards(database, project, ids, now, reader, scope);
  const columns = wanted.map((row): BoardColumn => {
    const own = cards.filter((card) => card.status === row.name);
    return {
      ...toColumn(row),
      sort: sortOf(row),
      count: counts[row.name] ?? 0,
      archived: archived[row.name] ?? 0,
      ...(found && { found: found[row.name] ?? 0 }),
      waiting: own.filter((card) => card.state?.word === "waits").length,
      cards: own,
      next: windows.get(row.id)?.next ?? null,
    };
  });
  return { project: project.slug, revision, columns, members, labels };
}

/** The project's newest revision. */
export async function readRevision(reader: Reader, projectId: number): Promise<number> {
  const row = await clientOf(reader).projectRevision.findUnique({
    where: { projectId },
    select: { revision: true },
  });
  return Number(row?.revision ?? 0);
}

/** Live tickets by column name, archived ones too. */
export async function readCounts(
  reader: Reader,
  projectId: number,
): Promise<Record<string, number>> {
  const rows = await clientOf(reader).$queryRaw<{ name: string; count: number }[]>`
    SELECT c."name", count(t."id")::int AS "count" FROM "BoardColumn" c
    LEFT JOIN "Ticket" t ON t."columnId" = c."id" AND t."deletedAt" IS NULL
    WHERE c."projectId" = ${projectId} GROUP BY c."id", c."name"`;
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}

/** Archived tickets by the name of their column; columns without any are left out. */
export async function readArchivedCounts(
  reader: Reader,
  projectId: number,
  now: Date,
): Promise<Record<string, number>> {
  const rows = await clientOf(reader).$queryRaw<{ name: string; count: number }[]>`
    SELECT c."name", count(*)::int AS "count" FROM "BoardColumn" c JOIN "Ticket" t ON t."columnId" = c."id"
    WHERE c."projectId" = ${projectId} AND t."deletedAt" IS NULL AND ${archivedSql(now)} GROUP BY c."id", c."name"`;
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}

async function readFound(
  database: Database,
  projectId: number,
  scope: TicketScope,
): Promise<Record<string, number>> {
  const rows = await database.prisma.$queryRaw<{ name: string; count: number }[]>`
    SELECT c."name", count(*)::int AS "count" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE t."projectId" = ${projectId} AND ${scope.where} GROUP BY c."id", c."name"`;
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}
