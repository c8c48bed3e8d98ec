import type { Database } from "../../store/client.ts";
import { readHead } from "../../queries/git-changes.ts";
import type { ClaimedRun } from "../claimed-run.ts";

/** At most this many open points of the agent's own list are repeated. */
const MAX_POINTS = 3;
const POINT_CHARACTERS = 80;
const fileTools = new Set(["Edit", "MultiEdit", "NotebookEdit", "Write"]);

/**
 * What the run before left undone, from stored facts only: open points of its own checklist, files it
 * changed without a commit, a card that nobody but the agent could have moved. Empty when nothing is
 * known; it is never guessed.
 */
export async function readMissing(
  database: Database,
  run: ClaimedRun,
  previousRunId: string,
): Promise<string[]> {
  const previous = await database.prisma.run.findFirst({
    where: { id: previousRunId, projectId: run.projectId, startedAt: { not: null } },
    select: {
      id: true,
      commitBefore: true,
      commitAfter: true,
      actionsAfter: true,
      admittedRevision: true,
    },
  });
  if (!previous) return [];
  const points = await openPoints(database, previous.id);
  const missing = [...points];
  const { commitBefore, commitAfter } = previous;
  const hasCommitted =
    commitBefore === null || (commitAfter ?? (await readHead(run.cwd))) !== commitBefore;
  if (!hasCommitted && (await hasChangedFiles(database, previous.id))) missing.push("a commit");
  if (!(await wasMoved(database, run, previous))) missing.push("moving the card");
  return missing;
}

async function openPoints(database: Database, runId: string): Promise<string[]> {
  const last = await database.prisma.runEvent.findFirst({
    where: { runId, kind: "todo", parent: null },
    orderBy: { seq: "desc" },
    select: { payload: true },
  });
  const { items } = (last?.payload ?? {}) as { items?: { text?: string; state?: string }[] };
  return (items ?? [])
    .filter((item) => item.state !== "completed" && (item.text ?? "") !== "")
    .slice(0, MAX_POINTS)
    .map((item) => (item.text ?? "").slice(0, POINT_CHARACTERS));
}

async function hasChangedFiles(database: Database, runId: string): Promise<boolean> {
  const calls = await database.prisma.runEvent.findMany({
    where: { runId, kind: "tool_call" },
    select: { payload: true },
  });
  return calls.some(({ payload }) => fileTools.has((payload as { tool?: string }).tool ?? ""));
}

/** Moved by the agent, or a move waited in the actions after its run. */
async function wasMoved(
  database: Database,
  run: ClaimedRun,
  previous: { id: string; actionsAfter: unknown; admittedRevision: bigint },
): Promise<boolean> {
  const after = previous.actionsAfter as { type?: string }[];
  if (after.some((action) => action.type === "moveTicketStatus")) return true;
  const rows = await database.prisma.$queryRaw<{ found: number }[]>`
    SELECT 1 AS found FROM "Activity"
     WHERE "projectId" = ${run.projectId} AND "ticketId" = ${run.ticketId} AND "revision" > ${previous.admittedRevision}
       AND "actorKind" IN ('agent', 'person') AND "data"->'changes' @> '[{"field":"status"}]' LIMIT 1`;
  return rows.length > 0;
}
