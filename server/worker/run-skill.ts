import { PathRefused } from "../lib/relative-name.ts";
import { readActionSkill } from "../queries/action-skill-file.ts";
import { readSkillText } from "../queries/skill.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { readMemoryInstructions } from "./memory-instructions.ts";

export interface RunSkill {
  content: string;
  hash: string;
  /** Null: a file that is nobody's own skill has no versions. */
  version: number | null;
}

/**
 * The skill of a run as its file says now: the action's `skillFile` where it exists, else the agent's
 * own (engine.md §1). A sentence for people when there is none or it must not be read.
 */
export async function readRunSkill(
  context: WorkerContext,
  run: ClaimedRun,
): Promise<RunSkill | string> {
  if (run.purpose === "memory") return readMemoryInstructions(run);
  const { project, skillFile } = run;
  if (skillFile && project.workspaceRealPath !== null) {
    try {
      const file = await readActionSkill(project.workspaceRealPath, skillFile);
      if (file) {
        const own = await readSkillText(context.database, project, run.agent);
        const version = own?.hash === file.hash ? own.version : null;
        return { content: file.content, hash: file.hash, version };
      }
    } catch (error) {
      if (!(error instanceof PathRefused)) throw error;
      return `skillFile ${skillFile}: ${error.message}`;
    }
  }
  const own = await readSkillText(context.database, project, run.agent);
  if (own !== null) return own;
  return skillFile
    ? `no skill file ${skillFile}, and none for ${run.agent}`
    : `no skill file for ${run.agent}`;
}
