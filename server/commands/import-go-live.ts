import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { defaultSourceUrl } from "#server/contracts/import.ts";
import { triggers } from "#server/core/automation/triggers/registry.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import type { ProjectRow } from "#server/queries/find-project.ts";
import { readStateFile } from "#server/queries/import-files.ts";
import { isSourceAnswering } from "#server/queries/import-source.ts";
import type { SourceAddress } from "#server/queries/import-source.ts";
import { awaitsGoLive } from "#server/queries/import-waiting.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** A state that changed so lately belongs to an engine that runs. */
const FRESH_MS = 10 * 60_000;

const ticketlessTypes = Object.values(triggers)
  .filter((trigger) => trigger.isTicketless)
  .map((trigger) => trigger.type);

interface GoLiveInput {
  project: ProjectRow;
  source?: SourceAddress | undefined;
  /** The person has seen that the old engine seems to run. */
  confirm: boolean;
}

/**
 * Resumes an imported project for the first time (ux.md 3). 422 `KITTYCLAW_RUNNING` while one answers at
 * the address, `STATE_CHANGED` while dispatch-state.json is younger than 10 min, unless confirmed; 409
 * `NOT_WAITING` for a project that is live or was not imported. Automations that follow time, commits or
 * silence begin at now: nothing of what went by while it was paused starts an agent. Commits go on after
 * the last one that the old engine had seen.
 */
export async function goLive(
  database: Database,
  actor: Actor,
  input: GoLiveInput,
  now: Date,
): Promise<void> {
  const { project } = input;
  if (!(await awaitsGoLive(database, project))) {
    throw new Failure(409, "NOT_WAITING", `the project "${project.slug}" does not wait to go live`);
  }
  const file =
    project.workspaceRealPath === null ? null : await readStateFile(project.workspaceRealPath);
  if (!input.confirm) {
    await refuseRunning(input.source ?? {});
    refuseFresh(file?.changedAt ?? null, now);
  }
  const commit = file?.state?.lastProcessedCommit ?? null;
  await inTransaction(database, async (tx) => {
    const [row] = await tx.$queryRaw<{ isPaused: boolean }[]>`
      SELECT "isPaused" FROM "Project" WHERE "id" = ${project.id} FOR NO KEY UPDATE`;
    if (row?.isPaused !== true) return;
    await tx.project.update({
      where: { id: project.id },
      data: { isPaused: false, pausedBy: null, pausedAt: null, updatedAt: now },
    });
    await startAtNow(tx, project.id, commit, now);
    await writeActivity(tx, {
      projectId: project.id,
      ticket: null,
      actor: activityActor(actor),
      kind: "project_resumed",
      data: { goLive: true, confirmed: input.confirm },
    });
  });
}

async function refuseRunning(source: SourceAddress): Promise<void> {
  if (!(await isSourceAnswering(source))) return;
  const url = source.url ?? defaultSourceUrl;
  throw new Failure(
    422,
    "KITTYCLAW_RUNNING",
    `KittyClaw answers at ${url}: two engines on one folder would start everything twice; stop it, or confirm`,
    { url },
  );
}

function refuseFresh(changedAt: Date | null, now: Date): void {
  if (changedAt === null || now.getTime() - changedAt.getTime() >= FRESH_MS) return;
  throw new Failure(
    422,
    "STATE_CHANGED",
    "dispatch-state.json changed in the last 10 min: another engine seems to work in this folder; stop it, or confirm",
    { changedAt: changedAt.toISOString() },
  );
}

async function startAtNow(
  tx: Tx,
  projectId: number,
  commit: string | null,
  now: Date,
): Promise<void> {
  // States before firings, as every look of a trigger takes them.
  await tx.$queryRaw`
    SELECT 1 FROM "AutomationState" WHERE "projectId" = ${projectId} ORDER BY "automationId" FOR UPDATE`;
  await tx.firing.updateMany({
    where: {
      projectId,
      state: "owed",
      cause: "trigger",
      ticketId: null,
    },
    data: { state: "closed", reason: "before_go_live", settledAt: now },
  });
  const { automations } = await readLiveAutomations(tx, projectId);
  const { revision } = await tx.projectRevision.findUniqueOrThrow({ where: { projectId } });
  await tx.automationState.updateMany({
    where: { projectId, triggerType: { in: ticketlessTypes } },
    data: {
      cursor: revision,
      edge: Prisma.DbNull,
      nextRunAt: null,
      lastPolledAt: null,
      updatedAt: now,
    },
  });
  if (commit === null) return;
  for (const { id, trigger } of automations) {
    if (trigger.type !== "gitCommit") continue;
    await tx.automationState.updateMany({
      where: { projectId, automationId: id, triggerType: "gitCommit" },
      data: { edge: { commit, branch: trigger.branch ?? null, notice: null } },
    });
  }
}
