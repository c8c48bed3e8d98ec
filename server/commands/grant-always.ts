import { isMap, isSeq, parseDocument } from "yaml";
import type { Actor } from "#server/contracts/actor.ts";
import { readSkillText } from "../queries/skill.ts";
import type { Database } from "../store/client.ts";
import { saveSkill } from "./save-skill.ts";

export interface Grant {
  projectId: number;
  agent: string;
  /** As the card showed it, e.g. `Bash(npm test:*)`. */
  rule: string;
}

/**
 * "Always for this agent": the rule is written to `allowedTools` of the agent's skill file, where people
 * see it and take it back. The rest of the file stays as it is.
 */
export async function grantAlways(
  database: Database,
  actor: Actor,
  grant: Grant,
  now: Date,
): Promise<void> {
  const project = await database.prisma.project.findUniqueOrThrow({
    where: { id: grant.projectId },
    select: { id: true, workspaceRealPath: true },
  });
  const skill = await readSkillText(database, project, grant.agent);
  if (skill === null) return;
  const content = addAllowedTool(skill.content, grant.rule);
  if (content === skill.content) return;
  await saveSkill(
    database,
    grant.projectId,
    actor,
    { agent: grant.agent, content, stamp: skill.hash },
    now,
  );
}

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/** The skill's text with one more rule in its front matter; unchanged when it is there already. */
export function addAllowedTool(content: string, rule: string): string {
  const match = frontMatter.exec(content);
  if (!match || match.index !== 0) {
    return `---\nallowedTools:\n  - ${JSON.stringify(rule)}\n---\n${content}`;
  }
  const document = parseDocument(match[1] ?? "");
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    return content;
  }
  const list = document.get("allowedTools");
  const known: unknown = isSeq(list) ? list.toJSON() : [];
  if (Array.isArray(known) && known.includes(rule)) return content;
  if (isSeq(list)) list.add(rule);
  else document.set("allowedTools", [rule]);
  return `---\n${document.toString()}---\n${content.slice(match[0].length)}`;
}
