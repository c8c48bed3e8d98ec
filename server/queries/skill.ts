import { Failure } from "#server/contracts/failure.ts";
import { agentSlugSchema } from "#server/contracts/skill.ts";
import type { Skill } from "#server/contracts/skill.ts";
import { parseFrontMatter } from "#server/core/prompt/front-matter.ts";
import { PathRefused } from "#server/lib/relative-name.ts";
import type { Database } from "#server/store/client.ts";
import { findSkillFiles, readSkillFile } from "./skill-files.ts";

type ProjectFolder = { id: number; workspaceRealPath: string | null };

export type CurrentSkill = { content: string; hash: string; version: number; path: string };

/**
 * The skill of an agent as its FILE says now, whatever was seen before; null without one, or when the
 * file is refused (a link, too large). `version` is the next one while the text was not seen yet.
 */
export async function readSkillText(
  database: Database,
  project: ProjectFolder,
  agent: string,
): Promise<CurrentSkill | null> {
  if (project.workspaceRealPath === null || !agentSlugSchema.safeParse(agent).success) return null;
  try {
    const path = await findSkillPath(project.workspaceRealPath, agent);
    const file = path === null ? null : await readSkillFile(project.workspaceRealPath, path);
    if (path === null || !file) return null;
    const seen = await database.prisma.skill.findUnique({
      where: { projectId_agent: { projectId: project.id, agent } },
      select: { hash: true, version: true },
    });
    const version = seen?.hash === file.hash ? seen.version : (seen?.version ?? 0) + 1;
    return { content: file.content, hash: file.hash, version, path };
  } catch (error) {
    if (error instanceof PathRefused || (error as NodeJS.ErrnoException).code === "ENOENT")
      return null;
    throw error;
  }
}

/** Where the agent's skill lies, relative to the workspace; null without one. */
export async function findSkillPath(workspace: string, agent: string): Promise<string | null> {
  const { files } = await findSkillFiles(workspace);
  return files.find((file) => file.agent === agent)?.path ?? null;
}

/** GET P/skills/{agent}: the file with its front matter and problems; 404 `SKILL_UNKNOWN`. */
export async function readSkill(
  database: Database,
  project: ProjectFolder,
  agent: string,
): Promise<Skill> {
  const current = await readSkillText(database, project, agent);
  if (!current) throw skillUnknown(agent);
  const row = await database.prisma.skill.findUnique({
    where: { projectId_agent: { projectId: project.id, agent } },
  });
  const { frontMatter, problems } = parseFrontMatter(current.content);
  const kept = row?.hash === current.hash ? (row.problems as Skill["problems"]) : problems;
  return {
    agent,
    path: current.path,
    content: current.content,
    stamp: current.hash,
    version: current.version,
    frontMatter,
    problems: kept,
    tokens: estimateTokens(current.content),
    updatedAt: (row?.updatedAt ?? new Date(0)).toISOString(),
  };
}

export function skillUnknown(agent: string): Failure {
  return new Failure(404, "SKILL_UNKNOWN", `no skill of an agent "${agent}" in this project`);
}

/** About four characters of text make one token; shown, never booked. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export type SkillVersionRow = {
  version: number;
  content: string;
  stamp: string;
  savedBy: string;
  savedAt: string;
};

/** GET …/history: newest first, with texts, so that any two can be compared and one restored. */
export async function readSkillHistory(
  database: Database,
  projectId: number,
  agent: string,
  limit: number,
): Promise<SkillVersionRow[]> {
  const rows = await database.prisma.skillVersion.findMany({
    where: { projectId, agent },
    orderBy: { version: "desc" },
    take: limit,
  });
  if (rows.length === 0) throw skillUnknown(agent);
  return rows.map((row) => ({
    version: row.version,
    content: row.content,
    stamp: row.hash,
    savedBy: row.savedBy,
    savedAt: row.savedAt.toISOString(),
  }));
}
