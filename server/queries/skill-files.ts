import { agentSlugSchema } from "#server/contracts/skill.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { listInside, readInside } from "#server/lib/inside-folder.ts";
import { PathRefused } from "#server/lib/relative-name.ts";

/** Largest skill file (S-11). */
export const MAX_SKILL_BYTES = 262_144;

/** Where new skills are written. */
export const skillsFolder = ".agents/skills";

export type SkillFile = { agent: string; path: string };
export type IgnoredFile = { path: string; reason: string };

/** Folders of `.agents` that are no agents. */
const otherFolders = new Set(["skills", "channel"]);

/**
 * The skill file of every agent, by the order of engine.md §1: `.agents/skills/<agent>.md`, else
 * `skills/<agent>.md` (only where `.agents/` exists), else `.agents/<agent>/SKILL.md`. Names outside
 * S-13 are reported, never used.
 */
export async function findSkillFiles(
  workspace: string,
): Promise<{ files: SkillFile[]; ignored: IgnoredFile[] }> {
  const found: SkillFile[] = [];
  const ignored: IgnoredFile[] = [];
  const list = (folder: string) =>
    listInside(workspace, folder).catch((error: unknown) => {
      if (!(error instanceof PathRefused)) throw error;
      ignored.push({ path: folder, reason: error.message });
      return null;
    });
  const agentsFolder = await list(".agents");
  if (!agentsFolder) return { files: [], ignored };
  const add = (agent: string, path: string) => {
    if (!agentSlugSchema.safeParse(agent).success) {
      ignored.push({
        path,
        reason: "the name is not lower-case letters, digits and dashes, or it is reserved",
      });
    } else if (!found.some((file) => file.agent === agent)) {
      found.push({ agent, path });
    }
  };
  for (const folder of [skillsFolder, "skills"]) {
    for (const entry of (await list(folder)) ?? []) {
      if (entry.isFile && entry.name.endsWith(".md"))
        add(entry.name.slice(0, -3), `${folder}/${entry.name}`);
    }
  }
  for (const entry of agentsFolder) {
    if (!entry.isFolder || otherFolders.has(entry.name)) continue;
    const path = `.agents/${entry.name}/SKILL.md`;
    const entries = await list(`.agents/${entry.name}`);
    if (entries?.some((file) => file.isFile && file.name === "SKILL.md")) add(entry.name, path);
  }
  return { files: found.sort((a, b) => (a.agent < b.agent ? -1 : 1)), ignored };
}

export type SkillText = { content: string; hash: string; sizeBytes: number; modifiedAt: Date };

/** The text of one skill file, or null when it is gone; `PathRefused` for links and larger files. */
export async function readSkillFile(workspace: string, path: string): Promise<SkillText | null> {
  const file = await readInside(workspace, path, MAX_SKILL_BYTES);
  if (!file) return null;
  return {
    content: file.bytes.toString("utf8"),
    hash: sha256Hex(file.bytes),
    sizeBytes: file.bytes.length,
    modifiedAt: file.modifiedAt,
  };
}
