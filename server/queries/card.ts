import type { Card } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import type { ProjectRow } from "./find-project.ts";
import { joinNews, judgeUnread, newsColumns, toNews } from "./news.ts";
import type { NewsColumns, NewsReader } from "./news.ts";
import { readTicketStates } from "./ticket-states.ts";
import { readTodos } from "./todos.ts";
import { toLabel } from "./view-rows.ts";

interface CardRow extends NewsColumns {
  id: number;
  number: number;
  title: string;
  status: string;
  orderKey: string;
  priority: number;
  assignee: string | null;
  assigneeKind: "person" | "agent" | null;
  assigneeType: string | null;
  parentNumber: number | null;
  childrenDone: number;
  childrenTotal: number;
  commentCount: number;
  costUsd: number;
  runStartedAt: Date | null;
  enteredColumnAt: Date;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
  unread: boolean;
  deletedAt: Date | null;
}

/**
 * Cards of these tickets (row ids) in the order given; deleted ones are left out unless asked for. A fixed number of
 * statements, whatever their number; no ticket body is read. `unread` is judged for `reader`; without
 * one (the same cards go to everybody) it is false, and `news` lets each reader judge.
 */
export async function readCards(
  database: Database,
  project: ProjectRow,
  ticketIds: number[],
  now: Date,
  reader: NewsReader | null = null,
  options: { withDeleted: boolean } = { withDeleted: false },
): Promise<Card[]> {
  if (ticketIds.length === 0) return [];
  const [rows, labels, states, todos] = await Promise.all([
    readRows(database, project.id, ticketIds, reader, options),
    readLabels(database, ticketIds),
    readTicketStates(database, project, ticketIds, now),
    readTodos(database, ticketIds),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ticketIds.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      {
        id: row.number,
        title: row.title,
        status: row.status,
        orderKey: row.orderKey,
        priority: priorities[row.priority] ?? "NiceToHave",
        assignedTo: row.assignee,
        assigneeKind: row.assigneeKind,
        assigneeType: row.assigneeType,
        labels: labels.get(id) ?? [],
        parentId: row.parentNumber,
        subTickets: { done: row.childrenDone, total: row.childrenTotal },
        todo: todos.get(id) ?? null,
        commentCount: row.commentCount,
        costUsd: row.costUsd,
        runStartedAt: row.runStartedAt?.toISOString() ?? null,
        enteredColumnAt: row.enteredColumnAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        revision: row.revision,
        state: states.get(id) ?? null,
        news: toNews(row),
        unread: row.unread,
        ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
      } satisfies Card,
    ];
  });
}

async function readRows(
  database: Database,
  projectId: number,
  ticketIds: number[],
  reader: NewsReader | null,
  options: { withDeleted: boolean },
): Promise<CardRow[]> {
  const unread = judgeUnread(reader);
  return database.prisma.$queryRaw<CardRow[]>`
    SELECT t."id", t."number", t."title", c."name" AS "status", t."orderKey", t."priority", t."assignee",
           m."kind" AS "assigneeKind", m."agentType" AS "assigneeType", p."number" AS "parentNumber",
           coalesce(s."done", 0) AS "childrenDone", coalesce(s."total", 0) AS "childrenTotal",
           (SELECT count(*)::int FROM "Comment" k WHERE k."ticketId" = t."id") AS "commentCount",
           coalesce(r."cost", 0)::float8 AS "costUsd", r."startedAt" AS "runStartedAt",
           t."enteredColumnAt", t."createdAt", t."updatedAt", t."revision", t."deletedAt",
           ${newsColumns}, ${unread.column} AS "unread"
    FROM "Ticket" t
    JOIN "BoardColumn" c ON c."id" = t."columnId"
    LEFT JOIN "Member" m ON m."projectId" = t."projectId" AND m."slug" = t."assignee" AND m."removedAt" IS NULL
    LEFT JOIN "Ticket" p ON p."id" = t."parentId" AND p."deletedAt" IS NULL
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS "total", count(*) FILTER (WHERE cc."role" = 'done')::int AS "done"
      FROM "Ticket" x JOIN "BoardColumn" cc ON cc."id" = x."columnId"
      WHERE x."parentId" = t."id" AND x."deletedAt" IS NULL
    ) s ON true
    LEFT JOIN LATERAL (
      SELECT sum(y."costUsd") AS "cost", min(y."startedAt") FILTER (WHERE y."state" <> 'ended') AS "startedAt"
      FROM "Run" y WHERE y."ticketId" = t."id"
    ) r ON true
    ${joinNews} ${unread.join}
    WHERE t."id" = ANY(${ticketIds}::int[]) AND t."projectId" = ${projectId}
      AND (t."deletedAt" IS NULL OR ${options.withDeleted})`;
}

async function readLabels(
  database: Database,
  ticketIds: number[],
): Promise<Map<number, Card["labels"]>> {
  const rows = await database.prisma.$queryRaw<
    { ticketId: number; number: number; name: string; color: string }[]
  >`
    SELECT tl."ticketId", l."number", l."name", l."color" FROM "TicketLabel" tl JOIN "Label" l ON l."id" = tl."labelId"
    WHERE tl."ticketId" = ANY(${ticketIds}::int[]) ORDER BY l."name", l."number"`;
  const byTicket = new Map<number, Card["labels"]>();
  for (const row of rows)
    byTicket.set(row.ticketId, [...(byTicket.get(row.ticketId) ?? []), toLabel(row)]);
  return byTicket;
}
