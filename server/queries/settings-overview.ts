import type { SettingChange, SettingsOverview } from "#server/contracts/project-settings.ts";
import type { Database } from "#server/store/client.ts";
import { automationsNaming } from "./automations-naming.ts";
import { readLiveAutomations } from "./automations.ts";
import { readAutomationsFile } from "./automations-file.ts";
import { defaultBudgetUsd } from "./default-budget.ts";
import { detectCommands } from "./detect-commands.ts";
import type { ProjectRow } from "./find-project.ts";
import { readMoneyLimits, SUPERVISOR_SHARE } from "./money-limits.ts";
import { settingsHash } from "./settings-difference.ts";

/** The newest changes among which a setting's last one is looked for. */
const MAX_CHANGES = 300;

/** Kinds of activity that stand for one section of the page each. */
const sections: Readonly<Record<string, string>> = {
  columns_changed: "columns",
  labels_changed: "labels",
  members_changed: "members",
  settings_accepted: "settings",
  project_paused: "paused",
  project_resumed: "paused",
};

/** What the settings page shows beside the project: amounts, what was found, who changed what. */
export async function readSettingsOverview(
  database: Database,
  project: ProjectRow,
): Promise<SettingsOverview> {
  const { id, workspaceRealPath: workspace, trustedSettingsHash: trusted } = project;
  const [config, limits, columns, stamp, detectedCommands, changes] = await Promise.all([
    readLiveAutomations(database, id),
    readMoneyLimits(database.prisma, id),
    database.prisma.boardColumn.findMany({ where: { projectId: id }, select: { name: true } }),
    readStamp(workspace),
    workspace === null ? [] : detectCommands(workspace),
    readChanges(database, id),
  ]);
  return {
    money: {
      dailyBudgetUsd: config.dailyBudgetUsd,
      defaultBudgetUsd: defaultBudgetUsd(),
      supervisorBudgetUsd: config.supervisorBudgetUsd,
      supervisorCapUsd: limits.supervisorCapUsd,
      supervisorShare: SUPERVISOR_SHARE,
      supervisors: limits.supervisors,
      timeZone: limits.timeZone,
      stamp,
    },
    detectedCommands,
    isRoot: process.getuid?.() === 0,
    acceptedHash: trusted ? settingsHash(trusted).slice(0, 12) : trusted,
    columnUses: Object.fromEntries(
      columns.map(({ name }) => [name, automationsNaming(config, name)]),
    ),
    changes,
  };
}

/** A file that cannot be read has no stamp; the save then says why. */
async function readStamp(workspace: string | null): Promise<string | null> {
  if (workspace === null) return null;
  const file = await readAutomationsFile(workspace).catch(() => null);
  return file?.stamp ?? null;
}

async function readChanges(database: Database, projectId: number): Promise<SettingChange[]> {
  const rows = await database.prisma.activity.findMany({
    where: {
      projectId,
      kind: { in: ["project_changed", "automations_loaded", ...Object.keys(sections)] },
    },
    orderBy: { revision: "desc" },
    take: MAX_CHANGES,
    select: { at: true, actor: true, kind: true, data: true },
  });
  const last = new Map<string, SettingChange>();
  for (const { at, actor, kind, data } of rows) {
    const section = sections[kind];
    for (const field of section === undefined ? fieldsOf(data) : [section]) {
      if (!last.has(field)) last.set(field, { field, by: actor, at: at.toISOString() });
    }
  }
  return [...last.values()];
}

function fieldsOf(data: unknown): string[] {
  const fields = (data as { fields?: unknown } | null)?.fields;
  return Array.isArray(fields) ? fields.filter((field) => typeof field === "string") : [];
}
