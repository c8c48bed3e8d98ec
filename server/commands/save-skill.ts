import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { agentSlugSchema } from "#server/contracts/skill.ts";
import type { PutSkill, Skill, StampConflict } from "#server/contracts/skill.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { writeInside } from "#server/lib/inside-folder.ts";
import { findSkillPath, readSkill } from "#server/queries/skill.ts";
import { MAX_SKILL_BYTES, readSkillFile, skillsFolder } from "#server/queries/skill-files.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { lockProjectFiles } from "./lock-project-files.ts";
import { storeSkill } from "./store-skill.ts";
import { withWorkspaceErrors, workspaceOf } from "./workspace-files.ts";

/**
 * Writes a skill file and makes it live: the next run of the agent reads it. A new one goes to
 * `.agents/skills/<agent>.md`. 409 `STAMP_STALE` with both texts when the file changed since the editor
 * read it, 413 beyond 256 KiB, 400 for a name that is no agent's (S-13). `openSessions` says
 * what sessions of open tickets get at their next run (ux 13).
 */
export async function saveSkill(
  database: Database,
  projectId: number,
  actor: Actor,
  input: PutSkill & { agent: string },
  now: Date,
): Promise<Skill> {
  const { agent, content, stamp } = input;
  checkAgentName(agent);
  checkContent(content);
  const project = await inTransaction(database, async (tx) => {
    await lockProjectFiles(tx, projectId);
    const row = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
    const workspace = workspaceOf(row);
    const path = await withWorkspaceErrors(async () => {
      const found = await findSkillPath(workspace, agent);
      const theirs = found === null ? null : await readSkillFile(workspace, found);
      if ((theirs?.hash ?? null) !== stamp) throw stale(content, theirs);
      return found ?? `${skillsFolder}/${agent}.md`;
    });
    const bytes = Buffer.from(content, "utf8");
    const file = { content, hash: sha256Hex(bytes), sizeBytes: bytes.length, modifiedAt: now };
    const stored = await storeSkill(tx, { projectId, agent, path, file, actor, now });
    await closeHeld(tx, projectId, agent, now);
    if (input.openSessions)
      await tx.project.update({
        where: { id: projectId },
        data: { skillChange: input.openSessions },
      });
    const data = {
      agent,
      version: stored.version,
      openSessions: input.openSessions ?? row.skillChange,
    };
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: "skill_saved",
      data,
    });
    // Last: whatever was refused before leaves the file as it was.
    await withWorkspaceErrors(() => writeInside(workspace, path, content));
    return row;
  });
  return readSkill(database, project, agent);
}

/** 400 unless it can be the name of an agent and of its file (S-13). */
export function checkAgentName(agent: string): void {
  const parsed = agentSlugSchema.safeParse(agent);
  if (parsed.success) return;
  const expected = parsed.error.issues.map((issue) => issue.message).join(", ");
  throw new Failure(
    400,
    "SKILL_NAME",
    `agent: expected ${expected}, found "${agent.slice(0, 80)}"`,
  );
}

function checkContent(content: string): void {
  const bytes = Buffer.byteLength(content, "utf8");
  if (bytes > MAX_SKILL_BYTES) {
    throw new Failure(
      413,
      "SKILL_TOO_LARGE",
      `content: expected at most ${MAX_SKILL_BYTES} bytes, found ${bytes}`,
    );
  }
  if (content.includes("\0"))
    throw new Failure(400, "INVALID", "content: expected text without NUL, found one");
}

function stale(mine: string, theirs: { content: string; hash: string } | null): Failure {
  const details: StampConflict = { mine, theirs: theirs?.content ?? "", stamp: theirs?.hash ?? "" };
  return new Failure(409, "STAMP_STALE", "the skill changed since you opened it", details);
}

/** What waited for a person was accepted with this save. */
async function closeHeld(tx: Tx, projectId: number, agent: string, now: Date): Promise<void> {
  const open = await tx.inboxItem.findMany({
    where: { projectId, kind: "guard_loosened", closedAt: null },
    select: { id: true, data: true },
  });
  const ids = open
    .filter(({ data }) => {
      const { file, held } = data as { file?: unknown; held?: { agent?: unknown }[] };
      return file === "skills" && held?.every((guard) => guard.agent === agent);
    })
    .map(({ id }) => id);
  if (ids.length > 0)
    await tx.inboxItem.updateMany({ where: { id: { in: ids } }, data: { closedAt: now } });
}
