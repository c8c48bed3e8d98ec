import { z } from "zod";
import { sentenceSchema } from "./why.ts";
import { permissionLevelSchema } from "./words.ts";
import { budgetSchema } from "./ticket.ts";

const dateTime = z.iso.datetime();

/** `api.example.com`, or with a port; an address of this machine or network always with its port. */
const allowedHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(
    /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/,
    "a host such as api.example.com or 127.0.0.1:8080, without http://",
  );

/** K shape Project with our additions. */
export const projectSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  workspacePath: z.string().nullable(),
  isPaused: z.boolean(),
  pausedBy: z.string().nullable(),
  pausedAt: dateTime.nullable(),
  fallbackModel: z.string().nullable(),
  isDemo: z.boolean(),
  /** Opened with another board's files: groups keep agents' slugs, crons are UTC (ux.md 11, rules 28). */
  isImported: z.boolean(),
  /** Imported, paused since it was opened: nobody went live yet (ux.md 3). */
  awaitsGoLive: z.boolean(),
  permissionLevel: permissionLevelSchema,
  allowedCommands: z.array(z.string()),
  /** Where `httpRequest` of rules may go (S-26). */
  allowedHosts: z.array(z.string()),
  isolation: z.enum(["workspace", "worktree"]),
  timeZone: z.string(),
  agentsMayFinish: z.boolean(),
  answerWaitSeconds: z.number().int(),
  skillChange: z.enum(["fresh", "send", "keep"]),
  /** What happens to a run whose machine was lost: it goes on by itself, or a person is asked. */
  onLost: z.enum(["resume", "ask"]),
  retentionDays: z.number().int(),
  revision: z.number().int(),
  budget: budgetSchema,
  counts: z.object({
    running: z.number().int(),
    waiting: z.number().int(),
    asks: z.number().int(),
  }),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type Project = z.infer<typeof projectSchema>;

/** POST /projects. Without `starterKit` nothing is written into the workspace. */
export const createProjectSchema = z.object({
  name: z.string().trim().min(1).max(100),
  workspacePath: z.string().max(4096).optional(),
  /** Absent: only a folder with another board's files opens paused (ux.md 3). */
  paused: z.boolean().optional(),
  /** Agents whose starter skill and automations are written (ux.md 1). */
  starterKit: z.array(z.enum(["programmer", "reviewer"])).optional(),
  permissionLevel: permissionLevelSchema.optional(),
  isolation: z.enum(["workspace", "worktree"]).optional(),
  dailyBudgetUsd: z.number().nonnegative().nullable().optional(),
  timeZone: z.string().optional(),
  firstTicket: z.boolean().optional(),
});
export type CreateProject = z.infer<typeof createProjectSchema>;

const projectFields = {
  name: z.string().trim().min(1).max(100).optional(),
  workspacePath: z.string().max(4096).optional(),
  fallbackModel: z.string().nullable().optional(),
  permissionLevel: permissionLevelSchema.optional(),
  allowedCommands: z.array(z.string().max(200)).max(50).optional(),
  allowedHosts: z.array(allowedHostSchema).max(50).optional(),
  timeZone: z.string().optional(),
  agentsMayFinish: z.boolean().optional(),
  answerWaitSeconds: z.number().int().min(0).max(86_400).optional(),
  skillChange: z.enum(["fresh", "send", "keep"]).optional(),
  onLost: z.enum(["resume", "ask"]).optional(),
  retentionDays: z.number().int().min(1).max(3_650).optional(),
};

/** `was`: what the caller saw; 409 `STALE_SETTING` where a field is something else by now. */
export const patchProjectSchema = z.strictObject({
  ...projectFields,
  was: z.strictObject(projectFields).optional(),
});
export type PatchProject = z.infer<typeof patchProjectSchema>;

export const pauseSchema = z.object({
  paused: z.boolean().optional(),
  stopRunning: z.boolean().optional(),
});

/** GET /inspect?path= : what "Opening a folder" shows before anything is written (ux.md 1). */
export const folderInspectionSchema = z.object({
  path: z.string(),
  realPath: z.string(),
  suggestedName: z.string(),
  isGit: z.boolean(),
  branch: z.string().nullable(),
  changedFiles: z.number().int().nullable(),
  hasAgents: z.boolean(),
  /** Another board's engine worked here: the project opens paused, with an import report (ux.md 3). */
  isOlderBoard: z.boolean(),
  skills: z.array(z.object({ agent: z.string(), path: z.string(), type: z.string().nullable() })),
  automations: z.array(z.object({ id: z.string(), name: z.string(), enabled: z.boolean() })),
  automationProblems: z.array(z.string()),
  dailyBudgetUsd: z.number().nullable(),
  detectedCommands: z.array(z.string()),
  filesToWrite: z.array(z.object({ path: z.string(), content: z.string() })),
  takenBy: z.string().nullable(),
  problem: z.string().nullable(),
});
export type FolderInspection = z.infer<typeof folderInspectionSchema>;

/** GET /browse?path= : folders only. */
export const browseAnswerSchema = z.object({
  path: z.string(),
  parent: z.string().nullable(),
  folders: z.array(z.object({ name: z.string(), path: z.string(), isGit: z.boolean() })),
});
export type BrowseAnswer = z.infer<typeof browseAnswerSchema>;

/** What the worker found on its machine (ux.md 26). */
export const agentCliSchema = z.object({
  path: z.string().nullable(),
  version: z.string().nullable(),
  support: z.enum(["ok", "warn", "refused", "missing"]),
  loggedIn: z.boolean(),
  authMethod: z.string().nullable(),
  /** Who pays (ux.md 34): whose login it is, its plan, or the last characters of the key; not for viewers. */
  account: z.string().nullable().optional(),
  subscription: z.string().nullable().optional(),
  keyEnd: z.string().nullable().optional(),
  /** The one command that mends it. */
  remedy: z.string().nullable(),
  message: z.string(),
  checkedAt: dateTime,
});
export type AgentCli = z.infer<typeof agentCliSchema>;

/** GET /system: for the bar, the strip and the first page. */
export const systemSchema = z.object({
  version: z.string(),
  claude: agentCliSchema.nullable(),
  git: z.object({ version: z.string().nullable() }),
  engine: z.object({ alive: z.boolean(), lastTickAt: dateTime.nullable() }),
  places: z.object({ used: z.number().int(), capacity: z.number().int() }),
  isPaused: z.boolean(),
  homePath: z.string(),
  /** Most serious first (ux.md 27). */
  troubles: z.array(
    z.object({
      code: z.enum([
        "engine_down",
        "disk_low",
        "automations_invalid",
        "claude_missing",
        "claude_logged_out",
        "claude_old",
        "provider_limit",
        "budget_reached",
        "paused",
        "redis_down",
        "settings_untrusted",
        "trigger_failed",
      ]),
      project: z.string().nullable(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      text: z.string(),
    }),
  ),
});
export type System = z.infer<typeof systemSchema>;

/**
 * GET P/settings: what differs between the settings of the agent CLI that a person accepted and those
 * in the workspace now (rule 5). The accepted texts are not kept.
 */
export const settingsDifferenceSchema = z.object({
  /** Names everything that is there now; what POST P/settings/accept sends back. */
  hash: z.string(),
  /** False: no person has accepted anything yet, and nothing waits for it. */
  isAskedFor: z.boolean(),
  /** In order of path; empty = what is there is what was accepted. */
  files: z.array(
    z.object({
      path: z.string(),
      change: z.enum(["new", "changed", "removed"]),
      /** As it is now, without secrets; null = removed, or it cannot be shown. */
      text: z.string().nullable(),
      /** Only the beginning of the text is here. */
      isCut: z.boolean(),
    }),
  ),
});
export type SettingsDifference = z.infer<typeof settingsDifferenceSchema>;

/** POST P/settings/accept: the `hash` that was shown; 409 `SETTINGS_CHANGED` when it changed since. */
export const acceptSettingsSchema = z.strictObject({ hash: z.string().max(64) });

/** GET /me. */
export const meSchema = z.object({
  slug: z.string(),
  name: z.string(),
  role: z.enum(["owner", "member", "viewer"]),
  isMaintainer: z.boolean(),
  /** May sign in by name, besides by a link. */
  hasPassword: z.boolean(),
});
export type Me = z.infer<typeof meSchema>;

/** GET /inbox: rows that need a person. */
export const inboxRowSchema = z.object({
  id: z.string(),
  project: z.string(),
  ticket: z.number().int().nullable(),
  title: z.string().nullable(),
  kind: z.string(),
  text: z.string(),
  /** The same for the viewer's language, where the row came with one. */
  sentence: sentenceSchema.nullable(),
  question: z.unknown().nullable(),
  at: dateTime,
  /** Whom it waits for; null: the owners. */
  addressee: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** It waits for the reader: as its addressee, or as an owner, whose every row is after 15 minutes. */
  isMine: z.boolean(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** GET P/usage, in bytes. */
export const diskUsageSchema = z.object({
  /** Events and files of an ended run are deleted after this; its summary and costs stay. */
  retentionDays: z.number().int(),
  /** That have not been deleted. */
  runs: z.number().int(),
  oldestRunAt: z.iso.datetime().nullable(),
  /** Estimated. */
  eventBytes: z.number(),
  /** Output, large results and pictures. */
  fileBytes: z.number(),
  checkpointBytes: z.number(),
});
export type DiskUsage = z.infer<typeof diskUsageSchema>;
