import type { Actor } from "#server/contracts/actor.ts";
import { PathRefused } from "#server/lib/relative-name.ts";
import { findSkillFiles, readSkillFile } from "#server/queries/skill-files.ts";
import type { IgnoredFile, SkillFile, SkillText } from "#server/queries/skill-files.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { lockProjectFiles } from "./lock-project-files.ts";
import { storeSkill } from "./store-skill.ts";
import { withWorkspaceErrors, workspaceOf } from "./workspace-files.ts";

/** Slugs by what happened to them, and files that were not used, with the reason. */
export type ScanAnswer = {
  added: string[];
  changed: string[];
  removed: string[];
  ignored: IgnoredFile[];
};

/**
 * Finds the skill files of a project (engine.md §1) and records what they say: rows, versions, members.
 * One activity `skill_seen` when anything changed. Called when a folder is opened, by the file watcher
 * and by reload; safe to call at any time.
 */
export async function scanSkills(
  database: Database,
  projectId: number,
  actor: Actor,
  now: Date,
): Promise<ScanAnswer> {
  return inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, projectId);
    const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
    const workspace = workspaceOf(project);
    const { files, ignored } = await withWorkspaceErrors(() => readAll(workspace));
    const answer: ScanAnswer = { added: [], changed: [], removed: [], ignored };
    const held: object[] = [];
    for (const { agent, path, file } of files) {
      const stored = await storeSkill(tx, { projectId, agent, path, file, actor, now });
      if (stored.change !== "none") answer[stored.change].push(agent);
      held.push(...stored.held.map((guard) => ({ agent, ...guard })));
    }
    answer.removed = await forgetMissing(
      tx,
      projectId,
      files.map((file) => file.agent),
    );
    if (actor.kind === "person") await acceptHeld(tx, projectId, now);
    await noteHeld(tx, projectId, held, now);
    const { added, changed, removed } = answer;
    if (added.length + changed.length + removed.length > 0) {
      const data = { added, changed, removed };
      await writeActivity(tx, {
        projectId,
        ticket: null,
        actor: activityActor(actor),
        kind: "skill_seen",
        data,
      });
    }
    return answer;
  });
}

type ReadFile = SkillFile & { file: SkillText };

async function readAll(workspace: string): Promise<{ files: ReadFile[]; ignored: IgnoredFile[] }> {
  const found = await findSkillFiles(workspace);
  const files: ReadFile[] = [];
  const ignored = [...found.ignored];
  for (const { agent, path } of found.files) {
    try {
      const file = await readSkillFile(workspace, path);
      if (file) files.push({ agent, path, file });
    } catch (error) {
      if (!(error instanceof PathRefused)) throw error;
      ignored.push({ path, reason: error.message });
    }
  }
  return { files, ignored };
}

/** Rows of skills whose file is gone; versions and members stay. */
async function forgetMissing(tx: Tx, projectId: number, present: string[]): Promise<string[]> {
  const where = { projectId, agent: { notIn: present } };
  const gone = await tx.skill.findMany({
    where,
    select: { agent: true },
    orderBy: { agent: "asc" },
  });
  if (gone.length > 0) await tx.skill.deleteMany({ where });
  return gone.map((row) => row.agent);
}

/** A person who reads the files anew accepts what waited. */
async function acceptHeld(tx: Tx, projectId: number, now: Date): Promise<void> {
  await tx.inboxItem.updateMany({
    where: {
      projectId,
      kind: "guard_loosened",
      closedAt: null,
      data: { path: ["file"], equals: "skills" },
    },
    data: { closedAt: now },
  });
}

async function noteHeld(tx: Tx, projectId: number, held: object[], now: Date): Promise<void> {
  if (held.length === 0) return;
  await tx.inboxItem.create({
    data: { projectId, kind: "guard_loosened", data: { file: "skills", held }, createdAt: now },
  });
}
