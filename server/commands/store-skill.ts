import type { Actor } from "#server/contracts/actor.ts";
import { frontMatterSchema } from "#server/contracts/skill.ts";
import type { FrontMatter } from "#server/contracts/skill.ts";
import { parseFrontMatter } from "#server/core/prompt/front-matter.ts";
import type { SkillText } from "#server/queries/skill-files.ts";
import { takeNumber } from "#server/store/activity.ts";
import type { Tx } from "#server/store/client.ts";
import { holdSkillGuards } from "./hold-skill-guards.ts";
import type { HeldSkillGuard } from "./hold-skill-guards.ts";

export type StoreSkillInput = {
  projectId: number;
  agent: string;
  path: string;
  file: SkillText;
  actor: Actor;
  now: Date;
};

export type StoredSkill = {
  change: "added" | "changed" | "none";
  version: number;
  held: HeldSkillGuard[];
};

/** Who is written as the saver of a text that was found on disk. */
const disk = "disk";

/**
 * Records what a skill file says: row, version when the text is new, the agent's member. A person's own
 * save accepts everything in it; a text found on disk may not loosen a guard (rule 5). Takes no
 * activity row; the caller writes one, last.
 */
export async function storeSkill(tx: Tx, input: StoreSkillInput): Promise<StoredSkill> {
  const { projectId, agent, file, actor, now } = input;
  const where = { projectId_agent: { projectId, agent } };
  const before = await tx.skill.findUnique({ where });
  const isPerson = actor.kind === "person";
  const isSameText = before?.hash === file.hash && before.path === input.path;
  if (before && isSameText && (!isPerson || !hasHeld(before.problems))) {
    return { change: "none", version: before.version, held: [] };
  }
  const parsed = parseFrontMatter(file.content);
  const known = before ? readStored(before.frontMatter) : null;
  const kept = isPerson
    ? { frontMatter: parsed.frontMatter, held: [] }
    : holdSkillGuards(parsed.frontMatter, known);
  const problems = [...parsed.problems, ...kept.held.map(heldProblem)];
  const version =
    before?.hash === file.hash ? before.version : await nextVersion(tx, projectId, agent);
  const row = {
    path: input.path,
    hash: file.hash,
    version,
    frontMatter: { ...parsed.unknownKeys, ...kept.frontMatter } as object,
    problems: problems as object[],
    sizeBytes: file.sizeBytes,
    updatedAt: now,
  };
  await tx.skill.upsert({ where, create: { projectId, agent, ...row }, update: row });
  if (before?.hash !== file.hash) {
    await tx.skillVersion.create({
      data: {
        projectId,
        agent,
        version,
        hash: file.hash,
        content: file.content.replaceAll("\0", "\uFFFD"),
        savedBy: isPerson ? actor.slug : disk,
        savedAt: now,
      },
    });
  }
  await keepMember(tx, input, kept.frontMatter, before === null);
  return { change: before ? "changed" : "added", version, held: kept.held };
}

const heldMessage = "looser than before: waits until a person saves or reloads it";

function heldProblem(held: HeldSkillGuard): { path: string; message: string } {
  return { path: held.path, message: heldMessage };
}

function hasHeld(problems: unknown): boolean {
  return (
    Array.isArray(problems) &&
    problems.some((problem: { message?: unknown }) => problem.message === heldMessage)
  );
}

function readStored(value: unknown): FrontMatter {
  const parsed = frontMatterSchema.safeParse(value);
  return parsed.success ? parsed.data : {};
}

async function nextVersion(tx: Tx, projectId: number, agent: string): Promise<number> {
  const newest = await tx.skillVersion.aggregate({
    where: { projectId, agent },
    _max: { version: true },
  });
  return (newest._max.version ?? 0) + 1;
}

/** Every skill is an agent one can assign. A member somebody removed comes back with a new skill only. */
async function keepMember(
  tx: Tx,
  input: StoreSkillInput,
  matter: FrontMatter,
  isNew: boolean,
): Promise<void> {
  const { projectId, agent: slug, now } = input;
  const member = await tx.member.findUnique({ where: { projectId_slug: { projectId, slug } } });
  const fields = { name: matter.name?.slice(0, 100) ?? slug, agentType: matter.type ?? null };
  if (!member) {
    const number = await takeNumber(tx, projectId, "nextMember");
    await tx.member.create({
      data: { projectId, slug, number, kind: "agent", createdAt: now, ...fields },
    });
    return;
  }
  // A person of that name keeps it; the skill then belongs to nobody.
  if (member.kind !== "agent") return;
  await tx.member.update({
    where: { id: member.id },
    data: { ...fields, ...(isNew ? { removedAt: null } : {}) },
  });
}
