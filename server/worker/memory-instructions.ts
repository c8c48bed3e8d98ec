import { memoryInstructions, memoryPrompt } from "#server/core/prompt/memory-prompt.ts";
import { sha256Hex } from "../lib/ids.ts";
import { PathRefused } from "../lib/relative-name.ts";
import { readSkillFile } from "../queries/skill-files.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { RunSkill } from "./run-skill.ts";

/** Such a run asks nobody: what is not for its file is refused. Null: everything its agent may. */
export function onlyToolsOf(run: Pick<ClaimedRun, "purpose" | "allowedTools">): string[] | null {
  return run.purpose === "memory"
    ? ["Read", "Glob", "Grep", "TodoWrite", ...run.allowedTools]
    : null;
}

/**
 * What a run that compacts a memory is told, in the place of a skill: the workspace's instructions
 * (`skillFile` of the run) or our own. A sentence for people when the file must not be read.
 */
export async function readMemoryInstructions(run: ClaimedRun): Promise<RunSkill | string> {
  const { workspaceRealPath } = run.project;
  try {
    const file =
      workspaceRealPath === null || run.skillFile === null
        ? null
        : await readSkillFile(workspaceRealPath, run.skillFile);
    const content = memoryPrompt(file?.content ?? memoryInstructions, run.agent);
    return { content, hash: sha256Hex(content), version: null };
  } catch (error) {
    if (error instanceof PathRefused) return `${run.skillFile}: ${error.message}`;
    throw error;
  }
}
