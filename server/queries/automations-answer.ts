import type {
  AutomationProblem,
  AutomationsAnswer,
  DisabledAutomation,
  ValidateAnswer,
} from "#server/contracts/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import { describeAutomation } from "#server/core/automation/describe.ts";
import { diffAutomations } from "#server/core/automation/diff.ts";
import { configWarnings } from "#server/core/automation/warnings.ts";
import type { ReaderLocale } from "#server/lib/reader-locale.ts";
import { PathRefused } from "#server/lib/relative-name.ts";
import type { Database } from "#server/store/client.ts";
import { readAutomationRows } from "./automation-rows.ts";
import { automationsPath, readLiveAutomations } from "./automations.ts";
import { readAutomationsFile } from "./automations-file.ts";
import type { FileText } from "./automations-file.ts";
import { readIfSaved } from "./simulation.ts";
import { readWarningFacts } from "./warning-facts.ts";

type ProjectFolder = { id: number; workspacePath: string | null; workspaceRealPath: string | null };

/** GET P/automations: what is in force, what the file says, and why the two may differ. */
export async function readAutomations(
  database: Database,
  project: ProjectFolder,
  now: Date,
  locale: ReaderLocale = "en",
): Promise<AutomationsAnswer> {
  const row = await database.prisma.automationFile.findUnique({ where: { projectId: project.id } });
  const config = await readLiveAutomations(database, project.id);
  const facts = await readWarningFacts(database.prisma, project.id);
  const disabled = (row?.disabled ?? []) as DisabledAutomation[];
  const found = await readFileOrProblem(project.workspaceRealPath);
  const remarks = row?.liveText ? parseAutomations(row.liveText) : null;
  return {
    config: withTypeKeys(config),
    workspace: project.workspacePath,
    path: automationsPath,
    text: found.file?.text ?? null,
    stamp: found.file?.stamp ?? null,
    problems: found.problem ? [found.problem] : ((row?.problems ?? []) as AutomationProblem[]),
    warnings: [...(remarks?.ok ? remarks.warnings : []), ...configWarnings(config, facts)],
    disabled,
    loadedAt: row?.loadedAt?.toISOString() ?? null,
    rows: await readAutomationRows(database, project.id, config, disabled, now, locale),
  };
}

/** POST …/validate: what a text would do; nothing is written. */
export async function validateAutomations(
  database: Database,
  projectId: number,
  text: string,
  locale: ReaderLocale = "en",
): Promise<ValidateAnswer> {
  const live = await readLiveAutomations(database, projectId);
  const parsed = parseAutomations(text);
  if (!parsed.ok) {
    const nothing = { added: [], changed: [], removed: [] };
    return {
      ok: false,
      problems: parsed.problems,
      warnings: [],
      disabled: [],
      diff: nothing,
      sentences: [],
      ifSaved: null,
    };
  }
  const facts = await readWarningFacts(database.prisma, projectId);
  return {
    ok: true,
    problems: [],
    warnings: [...parsed.warnings, ...configWarnings(parsed.config, facts)],
    disabled: parsed.disabled,
    diff: diffAutomations(live, parsed.config),
    sentences: parsed.config.automations
      .filter((automation) => automation.disabledReason === undefined)
      .map((automation) => ({
        id: automation.id,
        sentence: describeAutomation(automation, locale),
      })),
    ifSaved: await readIfSaved(database, projectId, parsed.config),
  };
}

async function readFileOrProblem(
  workspace: string | null,
): Promise<{ file: FileText | null; problem?: AutomationProblem }> {
  if (workspace === null) return { file: null };
  try {
    return { file: await readAutomationsFile(workspace) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (!(error instanceof PathRefused) && code === undefined) throw error;
    const message =
      error instanceof PathRefused ? error.message : `the file cannot be read (${code})`;
    return { file: null, problem: { path: "", message } };
  }
}

/** Existing tools tell nodes apart by `uiTypeKey` as well (compat §2.5). */
function withTypeKeys(config: AutomationsConfig): Record<string, unknown> {
  const mark = <T extends { type: string }>(node: T) => ({ ...node, uiTypeKey: node.type });
  return {
    ...config,
    automations: config.automations.map(({ disabledReason: _reason, ...automation }) => ({
      ...automation,
      trigger: mark(automation.trigger),
      conditions: automation.conditions.map(mark),
      actions: automation.actions.map(mark),
    })),
  };
}
