import type { TicketSummary } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";
import type { Priority } from "#server/contracts/words.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { toLabel } from "./view-rows.ts";

export interface TicketFilter {
  status?: string;
  priority?: Priority;
  assignedTo?: string;
  createdBy?: string;
  parentId?: number;
  /** Name of a label, any case. */
  label?: string;
  /** Substring of title, description or a comment, case-sensitive (compat §2.3). */
  search?: string;
  updatedSince?: Date;
  limit: number;
  /** `X-Next-Cursor` of the page before. */
  after?: string;
}

interface SummaryRow {
  id: number;
  number: number;
  title: string;
  description: string;
  status: string;
  priority: number;
  rank: number;
  assignee: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  lastActivityAt: Date;
  parentNumber: number | null;
  revision: number;
  commentCount: number;
}

/** Live tickets by place in their column, then by age, over all columns; `next` continues (compat §2.3). */
export async function listTickets(
  reader: Reader,
  projectId: number,
  filter: TicketFilter,
): Promise<{ items: TicketSummary[]; next: string | null }> {
  const rows = await clientOf(reader).$queryRaw<SummaryRow[]>`
    SELECT r."id", r."number", r."title", r."description", c."name" AS "status", r."priority", r."rank",
           r."assignee", r."createdBy", r."createdAt", r."updatedAt", r."lastActivityAt", p."number" AS "parentNumber",
           r."revision", (SELECT count(*)::int FROM "Comment" k WHERE k."ticketId" = r."id") AS "commentCount"
    FROM (
      SELECT t.*, (row_number() OVER (PARTITION BY t."columnId" ORDER BY t."orderKey" COLLATE "C", t."id") - 1)::int AS "rank"
      FROM "Ticket" t WHERE t."projectId" = ${projectId} AND t."deletedAt" IS NULL
        ${filter.status === undefined ? Prisma.empty : Prisma.sql`AND t."columnId" = (SELECT "id" FROM "BoardColumn" WHERE "projectId" = ${projectId} AND "name" = ${filter.status})`}
    ) r
    JOIN "BoardColumn" c ON c."id" = r."columnId"
    LEFT JOIN "Ticket" p ON p."id" = r."parentId" AND p."deletedAt" IS NULL
    WHERE ${Prisma.join(conditions(filter), " AND ")}
    ORDER BY r."rank", r."number" LIMIT ${filter.limit + 1}`;
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    items: await toSummaries(reader, page),
    next: rows.length > filter.limit && last ? `${last.rank}.${last.number}` : null,
  };
}

function conditions(filter: TicketFilter): Prisma.Sql[] {
  const found = [Prisma.sql`true`];
  if (filter.priority !== undefined)
    found.push(Prisma.sql`r."priority" = ${priorities.indexOf(filter.priority)}`);
  if (filter.assignedTo !== undefined) {
    found.push(
      filter.assignedTo === ""
        ? Prisma.sql`r."assignee" IS NULL`
        : Prisma.sql`r."assignee" = ${filter.assignedTo}`,
    );
  }
  if (filter.createdBy !== undefined) found.push(Prisma.sql`r."createdBy" = ${filter.createdBy}`);
  if (filter.parentId !== undefined) found.push(Prisma.sql`p."number" = ${filter.parentId}`);
  if (filter.updatedSince !== undefined)
    found.push(Prisma.sql`r."updatedAt" >= ${filter.updatedSince}`);
  if (filter.label !== undefined) {
    found.push(Prisma.sql`EXISTS (SELECT 1 FROM "TicketLabel" tl JOIN "Label" l ON l."id" = tl."labelId"
      WHERE tl."ticketId" = r."id" AND lower(l."name") = lower(${filter.label}))`);
  }
  if (filter.search !== undefined) {
    found.push(Prisma.sql`(strpos(r."title", ${filter.search}) > 0 OR strpos(r."description", ${filter.search}) > 0
      OR EXISTS (SELECT 1 FROM "Comment" k WHERE k."ticketId" = r."id" AND strpos(k."content", ${filter.search}) > 0))`);
  }
  const [rank, number] = (filter.after ?? "").split(".").map(Number);
  if (
    rank !== undefined &&
    number !== undefined &&
    Number.isInteger(rank) &&
    Number.isInteger(number)
  ) {
    found.push(Prisma.sql`(r."rank", r."number") > (${rank}, ${number})`);
  }
  return found;
}

async function toSummaries(reader: Reader, rows: SummaryRow[]): Promise<TicketSummary[]> {
  const ids = rows.map((row) => row.id);
  const client = clientOf(reader);
  const [labels, children] = await Promise.all([
    client.ticketLabel.findMany({
      where: { ticketId: { in: ids } },
      include: { label: true },
      orderBy: { label: { name: "asc" } },
    }),
    client.ticket.findMany({
      where: { parentId: { in: ids }, deletedAt: null },
      select: {
        parentId: true,
        number: true,
        title: true,
        assignee: true,
        column: { select: { name: true } },
      },
      orderBy: { number: "asc" },
    }),
  ]);
  return rows.map((row) => ({
    id: row.number,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: priorities[row.priority] ?? "NiceToHave",
    sortOrder: row.rank,
    assignedTo: row.assignee,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    labels: labels.filter((label) => label.ticketId === row.id).map(({ label }) => toLabel(label)),
    commentCount: row.commentCount,
    lastActivityAt: row.lastActivityAt.toISOString(),
    parentId: row.parentNumber,
    subTickets: children
      .filter((child) => child.parentId === row.id)
      .map((child) => ({
        id: child.number,
        title: child.title,
        status: child.column.name,
        assignedTo: child.assignee,
      })),
    dueDate: null,
    revision: row.revision,
  }));
}
