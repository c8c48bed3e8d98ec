import { buildDigest } from "#server/core/prompt/digest.ts";
import type { DigestLine } from "#server/core/prompt/digest.ts";
import type { PromptCause } from "#server/core/prompt/prompt.ts";
import type { Database } from "../../store/client.ts";
import type { ClaimedRun } from "../claimed-run.ts";

interface Departure {
  ticketId: number;
  ticketNumber: number;
  kind: string;
  data: unknown;
}

/**
 * The sub-tickets, once none of them is open any more and one ended since the agent was last told: in
 * a done-role column, with a final verdict, deleted or detached (rule 22).
 */
export async function childrenCause(
  database: Database,
  run: ClaimedRun,
  since: bigint,
  delimiter: string,
): Promise<PromptCause[]> {
  const { ticket } = run;
  if (ticket === null) return [];
  const children = await database.prisma.ticket.findMany({
    where: { parentId: ticket.id },
    select: {
      id: true,
      number: true,
      title: true,
      deletedAt: true,
      column: { select: { role: true } },
      runs: {
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { verdict: true, resultText: true },
      },
    },
    orderBy: { number: "asc" },
  });
  const lines = children.map((child): DigestLine & { id: number; isOpen: boolean } => {
    const [last] = child.runs;
    const isFinal = last?.verdict === "DONE" || last?.verdict === "STUCK";
    const isDone = child.column.role === "done";
    const said = last?.resultText == null ? "" : ` — ${last.resultText}`;
    return {
      id: child.id,
      isOpen: child.deletedAt === null && !isDone && !isFinal,
      name: `#${child.number}`,
      state: child.deletedAt !== null ? "deleted" : last?.verdict === "STUCK" ? "stuck" : "done",
      text: `${child.title}${said}`,
    };
  });
  if (lines.some((line) => line.isOpen)) return [];
  const ids = children.map((child) => child.id);
  const ended = await arrivedInDone(database, run.projectId, ids, since);
  const left = await departures(database, run.projectId, ticket.number, since);
  for (const { ticketId, kind } of left) if (kind === "ticket_deleted") ended.add(ticketId);
  const detached = left.filter(
    (row) => row.kind !== "ticket_deleted" && !ids.includes(row.ticketId),
  );
  const news = [
    ...lines.filter((line) => ended.has(line.id)),
    ...detached.map((row) => ({ name: `#${row.ticketNumber}`, state: "detached", text: "" })),
  ];
  return news.length === 0 ? [] : [{ kind: "children", digest: buildDigest(news, delimiter) }];
}

/** Blockers that reached a done-role column since the agent was last told and still are there. */
export async function dependencyCauses(
  database: Database,
  run: ClaimedRun,
  since: bigint,
): Promise<PromptCause[]> {
  if (run.ticketId === null) return [];
  const rows = await database.prisma.ticketBlocker.findMany({
    where: {
      ticketId: run.ticketId,
      blocker: { deletedAt: null, column: { role: "done" } },
    },
    select: { blocker: { select: { id: true, number: true } } },
    orderBy: { blockerId: "asc" },
  });
  const ids = rows.map((row) => row.blocker.id);
  const arrived = await arrivedInDone(database, run.projectId, ids, since);
  return rows.flatMap(({ blocker }) =>
    arrived.has(blocker.id) ? [{ kind: "dependency" as const, number: blocker.number }] : [],
  );
}

/** Which of these tickets were moved into a done-role column after the revision. */
async function arrivedInDone(
  database: Database,
  projectId: number,
  ticketIds: number[],
  since: bigint,
): Promise<Set<number>> {
  if (ticketIds.length === 0) return new Set();
  const rows = await database.prisma.$queryRaw<{ ticketId: number }[]>`
    SELECT DISTINCT a."ticketId" FROM "Activity" a
      CROSS JOIN LATERAL jsonb_array_elements(COALESCE(a."data"->'changes', '[]'::jsonb)) AS change
      JOIN "BoardColumn" c ON c."projectId" = a."projectId" AND c."name" = change->>'to' AND c."role" = 'done'
     WHERE a."projectId" = ${projectId} AND a."ticketId" = ANY(${ticketIds}::int[])
       AND a."revision" > ${since} AND change->>'field' = 'status'`;
  return new Set(rows.map((row) => row.ticketId));
}

/** Sub-tickets that were deleted or given another parent after the revision. */
async function departures(
  database: Database,
  projectId: number,
  parentNumber: number,
  since: bigint,
): Promise<Departure[]> {
  return database.prisma.$queryRaw<Departure[]>`
    SELECT DISTINCT ON ("ticketId") "ticketId", "ticketNumber", "kind", "data" FROM "Activity"
     WHERE "projectId" = ${projectId} AND "revision" > ${since} AND "ticketId" IS NOT NULL
       AND (("kind" = 'ticket_deleted' AND ("data"->>'parent')::int = ${parentNumber})
            OR "data"->'changes' @> jsonb_build_array(jsonb_build_object('field', 'parent', 'from', ${parentNumber}::int)))
     ORDER BY "ticketId", "revision" DESC`;
}
