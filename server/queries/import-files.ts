import { access, constants } from "node:fs/promises";
import path from "node:path";
import { parseDispatchState } from "#server/core/import/dispatch-state.ts";
import type { DispatchState } from "#server/core/import/dispatch-state.ts";
import { listInside, readInside } from "#server/lib/inside-folder.ts";
import { PathRefused } from "#server/lib/relative-name.ts";
import { readAutomationsFile } from "./automations-file.ts";
import { findSkillFiles } from "./skill-files.ts";

/** Where older boards keep what their engine remembers, relative to the workspace. */
export const channelFolder = ".agents/channel";
const statePath = `${channelFolder}/dispatch-state.json`;
const MAX_STATE_BYTES = 32 * 1024 * 1024;
const MAX_COST_BYTES = 64 * 1024 * 1024;
const costFileName = /^cost-log(?:-\d{4}-\d{2})?\.jsonl$/;
/** Words that only older automations.json have. */
const oldWords = /"(?:uiTypeKey|runClaudeSkill|noPendingTickets|skillFile"\s*:[^\n]*SKILL\.md)/i;

export interface StateFile {
  changedAt: Date;
  /** null: it cannot be read, `problem` says why. */
  state: DispatchState | null;
  problem: string | null;
}

/** `.agents/channel/dispatch-state.json`; null = there is none. */
export async function readStateFile(workspace: string): Promise<StateFile | null> {
  try {
    const file = await readInside(workspace, statePath, MAX_STATE_BYTES);
    if (file === null) return null;
    const parsed = parseDispatchState(file.bytes.toString("utf8"));
    return parsed.ok
      ? { changedAt: file.modifiedAt, state: parsed.state, problem: null }
      : { changedAt: file.modifiedAt, state: null, problem: parsed.problem };
  } catch (error) {
    if (!(error instanceof PathRefused)) throw error;
    return { changedAt: new Date(0), state: null, problem: error.message };
  }
}

/** The text of that file; null = there is none. Throws `PathRefused` for a link. */
export async function readStateText(workspace: string): Promise<string | null> {
  const file = await readInside(workspace, statePath, MAX_STATE_BYTES);
  return file === null ? null : file.bytes.toString("utf8");
}

/** Names of the cost logs in the channel folder, older months first and the running one last. */
export async function findCostFiles(workspace: string): Promise<string[]> {
  const entries = (await listChannel(workspace)).filter((name) => costFileName.test(name));
  return [
    ...entries.filter((name) => name !== "cost-log.jsonl"),
    ...entries.filter((name) => name === "cost-log.jsonl"),
  ];
}

/** The text of one of them; null = gone, or not to be read. */
export async function readCostFile(workspace: string, name: string): Promise<string | null> {
  try {
    const file = await readInside(workspace, `${channelFolder}/${name}`, MAX_COST_BYTES);
    return file === null ? null : file.bytes.toString("utf8");
  } catch (error) {
    if (!(error instanceof PathRefused)) throw error;
    return null;
  }
}

/**
 * Whether another board's engine worked in this folder: automations beside what it remembered, in its
 * words, or with skills where it keeps them (engine.md §8).
 */
export async function holdsOlderBoard(workspace: string): Promise<boolean> {
  const file = await readAutomationsFile(workspace).catch(() => null);
  if (file === null) return false;
  const channel = await listChannel(workspace);
  if (channel.includes("dispatch-state.json") || channel.some((name) => costFileName.test(name)))
    return true;
  if (oldWords.test(file.text)) return true;
  const { files } = await findSkillFiles(workspace);
  return files.some((skill) => skill.path.endsWith("/SKILL.md"));
}

async function listChannel(workspace: string): Promise<string[]> {
  const entries = await listInside(workspace, channelFolder).catch((error: unknown) => {
    if (error instanceof PathRefused) return null;
    throw error;
  });
  return (entries ?? []).filter((entry) => entry.isFile).map((entry) => entry.name);
}

/** Whether PowerShell 7 is on the search path. */
export async function hasPowerShell(
  searchPath: string = process.env["PATH"] ?? "",
): Promise<boolean> {
  for (const folder of searchPath.split(path.delimiter)) {
    if (folder === "") continue;
    const isThere = await access(path.join(folder, "pwsh"), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}
