import { readFile } from "node:fs/promises";
import path from "node:path";
import { applyEdits, modify, parse } from "jsonc-parser";
import { listInside } from "#server/lib/inside-folder.ts";
import { programRoot } from "#server/lib/program-root.ts";
import { automationsPath } from "./automations.ts";

export type StarterAgent = "programmer" | "reviewer";

export interface StarterFile {
  /** Relative to the workspace. */
  path: string;
  content: string;
}

const format = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/**
 * The files the starter kit writes: a skill per chosen agent and the automations that start them, with
 * the chosen daily cap (null: no fuse; absent: the kit's). Text only, nothing is written here.
 */
export async function starterFiles(
  agents: StarterAgent[],
  dailyBudgetUsd?: number | null,
): Promise<StarterFile[]> {
  if (agents.length === 0) return [];
  const folder = path.join(programRoot(), "skills");
  const skills = await Promise.all(
    agents.map(async (agent) => ({
      path: `.agents/skills/${agent}.md`,
      content: await readFile(path.join(folder, `${agent}.md`), "utf8"),
    })),
  );
  const template = await readFile(path.join(folder, "automations.json"), "utf8");
  return [
    ...skills,
    { path: automationsPath, content: fitAutomations(template, agents, dailyBudgetUsd) },
  ];
}

/** Those files of the kit that the workspace does not have yet: nothing is ever overwritten. */
export async function missingFiles(
  workspace: string,
  files: StarterFile[],
): Promise<StarterFile[]> {
  const isThere = await Promise.all(
    files.map(async (file) => {
      const entries = await listInside(workspace, path.posix.dirname(file.path)).catch(() => null);
      return entries?.some((entry) => entry.name === path.posix.basename(file.path)) ?? false;
    }),
  );
  return files.filter((_, index) => !isThere[index]);
}

/** Drops automations that run an agent which was not chosen, and writes the cap; keeps comments. */
function fitAutomations(
  template: string,
  agents: StarterAgent[],
  dailyBudgetUsd?: number | null,
): string {
  let text = template;
  const { automations } = parse(template) as { automations: unknown[] };
  const dropped = automations
    .map((automation, index) => ({ automation, index }))
    .filter(({ automation }) => runsOther(automation, agents));
  for (const { index } of dropped.reverse())
    text = applyEdits(text, modify(text, ["automations", index], undefined, format));
  if (dailyBudgetUsd !== undefined)
    text = applyEdits(text, modify(text, ["dailyBudgetUsd"], dailyBudgetUsd, format));
  return text;
}

function runsOther(automation: unknown, agents: StarterAgent[]): boolean {
  const { actions } = automation as { actions?: { type?: string; agent?: string }[] };
  return (actions ?? []).some(
    ({ type, agent }) =>
      type === "runAgent" &&
      agent !== undefined &&
      !agent.startsWith("{") &&
      !agents.some((chosen) => chosen === agent),
  );
}
