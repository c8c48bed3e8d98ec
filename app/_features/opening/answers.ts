import type { CreateProject, FolderInspection } from "#server/contracts/project.ts";
import { permissionLevels, type PermissionLevel } from "#server/contracts/words.ts";

export const levels = permissionLevels;
export const isolations = ["workspace", "worktree"] as const;
export const starters = ["programmer", "reviewer"] as const;
export type Starter = (typeof starters)[number];

const defaultCapUsd = 10;

export interface Answers {
  name: string;
  starters: readonly Starter[];
  level: PermissionLevel;
  isolation: (typeof isolations)[number];
  cap: string;
  hasFirstTicket: boolean;
}

/** The five answers as they stand before anybody changes them (ux 1, 2). */
export function defaultAnswers(inspection: FolderInspection): Answers {
  return {
    name: inspection.suggestedName,
    starters: inspection.hasAgents ? [] : starters,
    level: "edit",
    isolation: "workspace",
    cap: String(inspection.dailyBudgetUsd ?? defaultCapUsd),
    // Tickets of the other board may need its number.
    hasFirstTicket: !inspection.isOlderBoard,
  };
}

/** "12.50" or "12,50" → 12.5; empty → no cap; undefined: not a sum of money. */
export function parseCap(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/^\$|\$$/g, "")
    .replace(",", ".")
    .trim();
  if (plain === "") return null;
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Which of the offered files belong to the chosen starters; a file that names no starter belongs to all. */
export function writtenFiles(
  inspection: FolderInspection,
  answers: Answers,
): FolderInspection["filesToWrite"] {
  if (answers.starters.length === 0) return [];
  const left = starters.filter((starter) => !answers.starters.includes(starter));
  return inspection.filesToWrite.filter(
    (file) => !left.some((starter) => file.path.split(/[/.]/).includes(starter)),
  );
}

export function requestOf(
  inspection: FolderInspection,
  answers: Answers,
  capUsd: number | null,
): Partial<CreateProject> & { name: string } {
  return {
    name: answers.name.trim(),
    workspacePath: inspection.realPath,
    ...(answers.starters.length > 0 ? { starterKit: [...answers.starters] } : {}),
    permissionLevel: answers.level,
    isolation: answers.isolation,
    dailyBudgetUsd: capUsd,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    firstTicket: answers.hasFirstTicket,
    // Rules that lie there already start nothing before somebody has looked at them (rule 28).
    ...(inspection.automations.length > 0 ? { paused: true } : {}),
  };
}
