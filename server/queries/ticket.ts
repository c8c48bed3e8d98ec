import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Ticket, TicketActivity, TicketRef } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";
import type { ActorKind, StateWord } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import type { Activity, Prisma } from "#server/store/generated/client.ts";
import { activityText } from "./activity-text.ts";
import type { ProjectRow } from "./find-project.ts";
import { toQuestion } from "./questions.ts";
import { readTicketStates } from "./ticket-states.ts";
import { toComment, toLabel } from "./view-rows.ts";

const short = {
  id: true,
  number: true,
  title: true,
  assignee: true,
  column: { select: { name: true } },
} satisfies Prisma.TicketSelect;

const include = {
  column: { select: { name: true } },
  parent: { select: { number: true, deletedAt: true } },
  comments: { orderBy: { id: "asc" } },
  labels: { include: { label: true }, orderBy: { label: { name: "asc" } } },
  children: {
    where: { deletedAt: null },
    select: short,
    orderBy: [{ column: { position: "asc" } }, { orderKey: "asc" }, { number: "asc" }],
  },
  blockers: {
    where: { blocker: { deletedAt: null } },
    select: { blocker: { select: short } },
    orderBy: { blocker: { number: "asc" } },
  },
  blocking: {
    where: { ticket: { deletedAt: null } },
    select: { ticket: { select: short } },
    orderBy: { ticket: { number: "asc" } },
  },
  questions: { orderBy: { createdAt: "asc" } },
  drafts: true,
} satisfies Prisma.TicketInclude;

type ShortRow = Prisma.TicketGetPayload<{ select: typeof short }>;
type FullRow = Prisma.TicketGetPayload<{ include: typeof include }>;

/**
 * A ticket with everything in one answer (compat §2.1, §6.6); 404 `TICKET_UNKNOWN`. The answer of a
 * write has no `state`: what the change starts or holds up is judged afterwards and comes as a delta.
 */
export async function readTicket(
  database: Database,
  project: ProjectRow,
  number: number,
  actor: Actor,
  now: Date,
  options: { isAfterWrite?: boolean; withDeleted?: boolean } = {},
): Promise<Ticket> {
  const row = await database.prisma.ticket.findUnique({
    where: { projectId_number: { projectId: project.id, number } },
    include,
  });
  if (!row || (row.deletedAt && !options.withDeleted))
    throw new Failure(404, "TICKET_UNKNOWN", `no ticket #${number} in this project`);
  const family = [
    ...row.children,
    ...row.blockers.map(({ blocker }) => blocker),
    ...row.blocking.map(({ ticket }) => ticket),
  ];
  const [activities, states, rank, ancestors] = await Promise.all([
    database.prisma.activity.findMany({
      where: { ticketId: row.id },
      orderBy: { revision: "asc" },
    }),
    options.isAfterWrite
      ? new Map<number, Ticket["state"]>()
      : readTicketStates(
          database,
          project,
          [...new Set([row.id, ...family.map((one) => one.id)])],
          now,
        ),
    countBefore(database, row.columnId, row.orderKey),
    row.parentId === null ? [] : readAncestors(database, row.parentId),
  ]);
  return toTicket(row, activities, states, rank, ancestors, actor);
}

function toTicket(
  row: FullRow,
  activities: Activity[],
  states: ReadonlyMap<number, Ticket["state"]>,
  rank: number,
  ancestors: TicketRef[],
  actor: Actor,
): Ticket {
  const toSubTicket = (one: ShortRow): Ticket["subTickets"][number] => ({
    id: one.number,
    title: one.title,
    status: one.column.name,
    assignedTo: one.assignee,
    ...wordOf(states.get(one.id)),
  });
  const draft =
    actor.kind === "person"
      ? row.drafts.find((candidate) => candidate.userId === actor.userId)
      : undefined;
  return {
    id: row.number,
    title: row.title,
    description: row.description,
    status: row.column.name,
    priority: priorities[row.priority] ?? "NiceToHave",
    sortOrder: rank,
    assignedTo: row.assignee,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    parentId: row.parent && !row.parent.deletedAt ? row.parent.number : null,
    comments: row.comments.map((comment) => toComment(comment, row.number)),
    activities: activities.map((activity) => toActivity(activity, row.number)),
    labels: row.labels.map(({ label }) => toLabel(label)),
    subTickets: row.children.map(toSubTicket),
    blockers: row.blockers.map(({ blocker }) => toSubTicket(blocker)),
    blocks: row.blocking.map(({ ticket }) => toSubTicket(ticket)),
    ancestors,
    revision: row.revision,
    level: row.level,
    state: states.get(row.id) ?? null,
    draft: draft
      ? {
          title: draft.title,
          description: draft.description,
          baseRevision: draft.baseRevision,
          updatedAt: draft.updatedAt.toISOString(),
        }
      : null,
    questions: row.questions.map((question) => toQuestion(question, row.number)),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    ...(row.deletedBy === null ? {} : { deletedBy: row.deletedBy }),
  };
}

function wordOf(state: Ticket["state"] | undefined): { word?: StateWord } {
  return state ? { word: state.word } : {};
}

/** One row of a ticket's history; its id is the project's revision. */
export function toActivity(row: Activity, ticketNumber: number): TicketActivity {
  return {
    id: Number(row.revision),
    ticketId: ticketNumber,
    author: row.actor,
    authorKind: row.actorKind as ActorKind,
    text: activityText(row.kind, row.data),
    kind: row.kind,
    data: row.data as Record<string, unknown>,
    createdAt: row.at.toISOString(),
  };
}

/** Position from 0 among the live cards of its column. */
async function countBefore(
  database: Database,
  columnId: number,
  orderKey: string,
): Promise<number> {
  const [row] = await database.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Ticket"
    WHERE "columnId" = ${columnId} AND "deletedAt" IS NULL AND "orderKey" < ${orderKey} COLLATE "C"`;
  return row?.count ?? 0;
}

/** From the root down to this ticket; deleted ones end the line. */
async function readAncestors(database: Database, parentId: number): Promise<TicketRef[]> {
  return database.prisma.$queryRaw<TicketRef[]>`
    WITH RECURSIVE "above" AS (
      SELECT t.*, 0 AS "depth" FROM "Ticket" t WHERE t."id" = ${parentId} AND t."deletedAt" IS NULL
      UNION ALL
      SELECT t.*, a."depth" + 1 FROM "Ticket" t JOIN "above" a ON t."id" = a."parentId"
       WHERE t."deletedAt" IS NULL AND a."depth" < 16
    )
    SELECT a."number" AS "id", a."title", c."name" AS "status"
      FROM "above" a JOIN "BoardColumn" c ON c."id" = a."columnId" ORDER BY a."depth" DESC`;
}
