import type { Project } from "#server/contracts/project.ts";
import type { PermissionLevel } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import { readLiveAutomations } from "./automations.ts";
import { readRevision } from "./board.ts";
import { readBudget } from "./budget.ts";
import type { ProjectRow } from "./find-project.ts";
import { awaitsGoLive } from "./import-waiting.ts";
import { findMayWait } from "./may-wait.ts";
import { readableBy } from "./project-access.ts";
import { readWaiting } from "./why.ts";

/** A project as lists and settings show it, with today's money and what moves in it. */
export async function readProject(
  database: Database,
  row: ProjectRow,
  now: Date,
): Promise<Project> {
  const [revision, budget, counts, isWaiting] = await Promise.all([
    readRevision(database, row.id),
    readBudget(database, row.id, now),
    readCounts(database, row, now),
    awaitsGoLive(database, row),
  ]);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    workspacePath: row.workspacePath,
    isPaused: row.isPaused,
    pausedBy: row.pausedBy,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    fallbackModel: row.fallbackModel,
    isDemo: row.isDemo,
    isImported: row.isImported,
    awaitsGoLive: isWaiting,
    permissionLevel: row.permissionLevel as PermissionLevel,
    allowedCommands: row.allowedCommands,
    allowedHosts: row.allowedHosts,
    isolation: row.isolation === "worktree" ? "worktree" : "workspace",
    timeZone: row.timeZone,
    agentsMayFinish: row.agentsMayFinish,
    answerWaitSeconds: row.answerWaitSeconds,
    skillChange: row.skillChange as Project["skillChange"],
    onLost: row.onLost === "ask" ? "ask" : "resume",
    retentionDays: row.retentionDays,
    revision,
    budget,
    counts,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Projects by name; a viewer sees those it is a member of (S-10). */
export async function listProjects(
  database: Database,
  actor: { kind: string; role?: string; userId?: number },
  now: Date,
): Promise<Project[]> {
  const rows = await database.prisma.project.findMany({
    where: readableBy(actor),
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return Promise.all(rows.map((row) => readProject(database, row, now)));
}

async function readCounts(
  database: Database,
  row: ProjectRow,
  now: Date,
): Promise<Project["counts"]> {
  const [running, asks, waiting] = await Promise.all([
    database.prisma.run.count({ where: { projectId: row.id, state: { not: "ended" } } }),
    database.prisma.question.count({
      where: {
        projectId: row.id,
        state: { in: ["open", "parked"] },
        OR: [{ ticketId: null }, { ticket: { deletedAt: null } }],
      },
    }),
    countWaiting(database, row.id, now),
  ]);
  return { running, waiting, asks };
}

/** Tickets that a trigger selects, or that are owed a run, and that a gate refuses. */
async function countWaiting(database: Database, projectId: number, now: Date): Promise<number> {
  const config = await readLiveAutomations(database, projectId);
  const tickets = await findMayWait(database, projectId, config);
  return (await readWaiting(database, projectId, tickets, now)).size;
}
