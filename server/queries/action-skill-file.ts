import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { fillPlaceholders } from "#server/core/automation/placeholders.ts";
import type { SkillFileProblem } from "#server/core/dispatch/snapshot.ts";
import { PathRefused } from "../lib/relative-name.ts";
import { readSkillFile } from "./skill-files.ts";
import type { SkillText } from "./skill-files.ts";

/** More files than this are not looked at; a run then finds out by itself. */
const MAX_FILES = 500;

/**
 * The file that an action's `skillFile` names, or null when it is not there. An absolute path counts
 * only when it lies in the workspace once its links are resolved; `PathRefused` for everything else.
 */
export async function readActionSkill(workspace: string, file: string): Promise<SkillText | null> {
  return readSkillFile(workspace, await insideWorkspace(workspace, file));
}

async function insideWorkspace(workspace: string, file: string): Promise<string> {
  if (!path.isAbsolute(file)) return path.posix.normalize(file);
  const real = await realpath(file).catch(() => path.normalize(file));
  const relative = path.relative(workspace, real);
  if (relative === "" || relative.startsWith("..") || path.isAbsolute(relative)) {
    throw new PathRefused("absolute", file, "it lies outside the workspace");
  }
  return relative;
}

/**
 * Every `skillFile` that the configuration may ask for, each once: `{assignee}` stands for each of the
 * agents; a name with `{ticketId}` cannot be known before there is a ticket, and is left out.
 */
export function namedSkillFiles(config: AutomationsConfig, agents: readonly string[]): string[] {
  const names = config.automations.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      action.type === "runAgent" && action.skillFile !== undefined ? [action.skillFile] : [],
    ),
  );
  const files = names
    .filter((name) => !name.includes("{ticketId}"))
    .flatMap((name) =>
      name.includes("{assignee}")
        ? agents.map((assignee) => fillPlaceholders(name, { assignee }))
        : [name],
    );
  return [...new Set(files)].slice(0, MAX_FILES);
}

interface Known {
  stamp: string;
  problem: SkillFileProblem | null;
}

const knownByFolder = new Map<string, Map<string, Known>>();

/** Those of the files that no run could read, by name. Files are opened again only when they changed. */
export async function findSkillProblems(
  workspace: string,
  files: readonly string[],
): Promise<Record<string, SkillFileProblem>> {
  const before = knownByFolder.get(workspace);
  const known = new Map<string, Known>();
  for (const file of files) {
    const stamp = await stampOf(path.resolve(workspace, file));
    const last = before?.get(file);
    const problem = last?.stamp === stamp ? last.problem : await problemOf(workspace, file);
    known.set(file, { stamp, problem });
  }
  knownByFolder.set(workspace, known);
  return Object.fromEntries(
    [...known].flatMap(([file, { problem }]) => (problem === null ? [] : [[file, problem]])),
  );
}

async function problemOf(workspace: string, file: string): Promise<SkillFileProblem | null> {
  try {
    return (await readActionSkill(workspace, file)) === null ? "missing" : null;
  } catch (error) {
    if (error instanceof PathRefused) return "refused";
    if ((error as NodeJS.ErrnoException).code !== undefined) return "missing";
    throw error;
  }
}

async function stampOf(file: string): Promise<string> {
  const found = await lstat(file).catch(() => null);
  return found === null ? "" : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}
