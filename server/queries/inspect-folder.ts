import { stat } from "node:fs/promises";
import path from "node:path";
import { isFailure } from "#server/contracts/failure.ts";
import type { FolderInspection } from "#server/contracts/project.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import { parseFrontMatter } from "#server/core/prompt/front-matter.ts";
import { countChangedFiles, readGitFolder } from "#server/lib/git-folder.ts";
import type { Database } from "#server/store/client.ts";
import { readAutomationsFile } from "./automations-file.ts";
import { detectCommands } from "./detect-commands.ts";
import { findFolderOwner } from "./folder-owner.ts";
import { findSkillFiles, readSkillFile } from "./skill-files.ts";
import { holdsOlderBoard } from "./import-files.ts";
import { missingFiles, starterFiles } from "./starter-kit.ts";
import { absolutePath, resolveWorkspace } from "./workspace-folder.ts";

type Automations = Pick<FolderInspection, "automations" | "automationProblems" | "dailyBudgetUsd">;

/**
 * What "Opening a folder" shows before anything is written (ux 1): what lies there, which commands
 * agents could run, which files the starter kit would write, and why it cannot be opened. Reads only.
 */
export async function inspectFolder(database: Database, given: string): Promise<FolderInspection> {
  const wanted = absolutePath(given);
  const empty = emptyInspection(wanted);
  let realPath: string;
  try {
    ({ realPath } = await resolveWorkspace(given));
  } catch (error) {
    if (isFailure(error)) return { ...empty, problem: error.message };
    throw error;
  }
  const [
    git,
    changedFiles,
    hasAgents,
    isOlderBoard,
    skills,
    automations,
    detectedCommands,
    kit,
    owner,
  ] = await Promise.all([
    readGitFolder(realPath),
    countChangedFiles(realPath),
    isFolder(path.join(realPath, ".agents")),
    holdsOlderBoard(realPath),
    readSkills(realPath),
    readAutomations(realPath),
    detectCommands(realPath),
    starterFiles(["programmer", "reviewer"]),
    findFolderOwner(database, realPath),
  ]);
  return {
    ...empty,
    realPath,
    suggestedName: path.basename(realPath),
    isGit: git !== null,
    branch: git?.branch ?? null,
    changedFiles,
    hasAgents,
    isOlderBoard,
    skills,
    ...automations,
    detectedCommands,
    filesToWrite: hasAgents ? [] : await missingFiles(realPath, kit),
    takenBy: owner?.slug ?? null,
    problem: owner ? `the project "${owner.name}" works in ${owner.workspaceRealPath}` : null,
  };
}

function emptyInspection(folder: string): FolderInspection {
  return {
    path: folder,
    realPath: folder,
    suggestedName: path.basename(folder),
    isGit: false,
    branch: null,
    changedFiles: null,
    hasAgents: false,
    isOlderBoard: false,
    skills: [],
    automations: [],
    automationProblems: [],
    dailyBudgetUsd: null,
    detectedCommands: [],
    filesToWrite: [],
    takenBy: null,
    problem: null,
  };
}

async function readSkills(workspace: string): Promise<FolderInspection["skills"]> {
  const { files } = await findSkillFiles(workspace);
  return Promise.all(
    files.map(async ({ agent, path: file }) => {
      const text = await readSkillFile(workspace, file).catch(() => null);
      const type = text ? (parseFrontMatter(text.content).frontMatter.type ?? null) : null;
      return { agent, path: file, type };
    }),
  );
}

async function readAutomations(workspace: string): Promise<Automations> {
  const none: Automations = { automations: [], automationProblems: [], dailyBudgetUsd: null };
  try {
    const file = await readAutomationsFile(workspace);
    if (!file) return none;
    const parsed = parseAutomations(file.text);
    if (!parsed.ok)
      return { ...none, automationProblems: parsed.problems.map((problem) => problem.message) };
    return {
      automations: parsed.config.automations.map(({ id, name, enabled }) => ({
        id,
        name,
        enabled,
      })),
      automationProblems: parsed.disabled.map(
        (one) => `${one.path}: expected ${one.expected}, found ${one.found}`,
      ),
      dailyBudgetUsd: parsed.config.dailyBudgetUsd ?? null,
    };
  } catch (error) {
    return { ...none, automationProblems: [error instanceof Error ? error.message : "unreadable"] };
  }
}

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
