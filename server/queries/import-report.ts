import type { ImportReport, LeftBehind } from "#server/contracts/import.ts";
import { emptyConfig } from "#server/core/automation/automation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import type { DisabledAutomation } from "#server/core/automation/config.ts";
import { findFolderPairs } from "#server/core/automation/shared-folder.ts";
import { triggerOf } from "#server/core/automation/triggers/registry.ts";
import {
  judgeAutomations,
  namedColumns,
  namedMembers,
  runAgents,
} from "#server/core/import/judge-automations.ts";
import type { ImportFacts } from "#server/core/import/judge-automations.ts";
import type { Database } from "#server/store/client.ts";
import { readAutomationsFile } from "./automations-file.ts";
import type { ProjectRow } from "./find-project.ts";
import { findCostFiles, hasPowerShell, readStateFile } from "./import-files.ts";
import type { StateFile } from "./import-files.ts";
import { readFirstStarts } from "./import-starts.ts";
import { awaitsGoLive } from "./import-waiting.ts";
import { areScriptsAllowed } from "./scripts-allowed.ts";
import { readWarningFacts } from "./warning-facts.ts";

/**
 * What another board left in a project's folder and what becomes of it, before anything is imported:
 * every automation as Works, Decide or Not supported, what is missing, what was found. Reads only.
 */
export async function readImportReport(
  database: Database,
  project: ProjectRow,
): Promise<ImportReport> {
  const workspace = project.workspaceRealPath;
  const [file, state, costFiles] =
    workspace === null
      ? [null, null, []]
      : await Promise.all([
          readAutomationsFile(workspace),
          readStateFile(workspace),
          findCostFiles(workspace),
        ]);
  const parsed = file === null ? null : parseAutomations(file.text);
  const config = parsed?.ok ? parsed.config : emptyConfig;
  const facts = await readFacts(database, project);
  const folder = await database.prisma.$transaction((tx) => readWarningFacts(tx, project.id));
  const isWaiting = await awaitsGoLive(database, project);
  return {
    awaitsGoLive: isWaiting,
    isPaused: project.isPaused,
    problems: parsed === null || parsed.ok ? [] : parsed.problems.map(({ message }) => message),
    automations: judgeAutomations(config, parsed?.ok ? parsed.disabled : none, facts),
    pairsThatWriteAtOnce: findFolderPairs(config, folder).map(({ agents, groups }) => ({
      agents,
      groups,
    })),
    columns: {
      missing: namedColumns(config).filter((name) => !facts.columns.has(name)),
      created: [],
    },
    members: {
      missing: namedMembers(config).filter((slug) => !facts.members.has(slug)),
      agents: runAgents(config).filter((slug) => !facts.members.has(slug)),
      created: [],
    },
    found: {
      state:
        state === null
          ? null
          : {
              changedAt: state.changedAt.toISOString(),
              sessions: state.state?.sessions.length ?? 0,
            },
      costFiles,
      source: null,
    },
    tickets: { read: 0, imported: 0, skipped: 0 },
    sessions: { imported: 0, kept: state?.state?.unusedSessions ?? [], skipped: [] },
    costs: { lines: 0, booked: 0, known: 0, amountUsd: 0, bad: [] },
    cursors: cursorsOf(config, state),
    unusedState: unusedOf(state),
    leftBehind: leftBehindOf(state),
    starts: isWaiting ? await readFirstStarts(database, project.id) : [],
  };
}

const none: DisabledAutomation[] = [];

async function readFacts(database: Database, project: ProjectRow): Promise<ImportFacts> {
  const { prisma } = database;
  const where = { projectId: project.id };
  const [columns, members, skills, withPowerShell] = await Promise.all([
    prisma.boardColumn.findMany({ where, select: { name: true } }),
    prisma.member.findMany({
      where: { ...where, removedAt: null },
      select: { slug: true, kind: true },
    }),
    prisma.skill.findMany({ where, select: { agent: true } }),
    hasPowerShell(),
  ]);
  return {
    columns: new Set(columns.map(({ name }) => name)),
    members: new Map(members.map(({ slug, kind }) => [slug, kind])),
    skilled: new Set(skills.map(({ agent }) => agent)),
    hasPowerShell: withPowerShell,
    allowScripts: areScriptsAllowed(),
    allowedHosts: new Set(project.allowedHosts),
  };
}

/** Event automations begin at now; commits go on after the last one the old engine had seen. */
function cursorsOf(config: AutomationsConfig, state: StateFile | null): ImportReport["cursors"] {
  const commit = state?.state?.lastProcessedCommit ?? null;
  return config.automations.flatMap(({ id, trigger }) => {
    if (triggerOf(trigger)?.kind !== "event") return [];
    const isCommit = trigger.type === "gitCommit" && commit !== null;
    return [
      {
        automation: id,
        trigger: trigger.type,
        from: isCommit ? ("commit" as const) : ("now" as const),
        commit: isCommit ? commit : null,
      },
    ];
  });
}

/** Keys of the state that begin anew here, and keys that nobody knows: all stay in the file. */
function unusedOf(file: StateFile | null): string[] {
  const state = file?.state;
  if (!state) return [];
  return [
    ...(state.snapshotTickets > 0 ? ["_ticketSnapshot"] : []),
    ...(state.lastCommentIds.size > 0 ? ["_lastCommentIds"] : []),
    ...state.lastTimes,
    ...state.unknownKeys,
  ];
}

function leftBehindOf(file: StateFile | null): LeftBehind[] {
  return [
    ...(file?.problem
      ? [
          {
            code: "file_unreadable" as const,
            values: { file: "dispatch-state.json", reason: file.problem },
            text: `dispatch-state.json: ${file.problem}`,
          },
        ]
      : []),
    { code: "chats", values: {}, text: "chats are not carried over" },
    { code: "dashboard", values: {}, text: "dashboard tiles are not carried over" },
    { code: "powershell", values: {}, text: "PowerShell runs only where pwsh is installed" },
  ];
}
