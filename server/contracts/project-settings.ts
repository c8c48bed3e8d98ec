import { z } from "zod";

/** What the settings page of a project needs beside the project itself. */

/** Who changed a setting last. Fields are those of PATCH P and PATCH P/settings/money. */
const settingChangeSchema = z.object({
  field: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type SettingChange = z.infer<typeof settingChangeSchema>;

/** GET P/settings/overview. */
export const settingsOverviewSchema = z.object({
  money: z.object({
    /** As the file says: absent = the installation's default, null = no fuse (rule 28). */
    dailyBudgetUsd: z.number().nullable().optional(),
    defaultBudgetUsd: z.number(),
    /** As the file says; absent = a share of the cap. */
    supervisorBudgetUsd: z.number().optional(),
    /** What supervisors may spend in a day, USD. */
    supervisorCapUsd: z.number(),
    /** Share of the cap that is theirs where the file names no amount, 0 to 1. */
    supervisorShare: z.number(),
    supervisors: z.array(z.string()),
    /** Null: the project's own. */
    timeZone: z.string().nullable(),
    /** Stamp of automations.json, which holds these; null = there is no file. */
    stamp: z.string().nullable(),
  }),
  /** Commands found in the folder that agents may be allowed at level Edit. */
  detectedCommands: z.array(z.string()),
  /** Level Everything is refused then. */
  isRoot: z.boolean(),
  /** What a person accepted of the CLI's settings, shortened; "" = that there are none; null = nothing yet. */
  acceptedHash: z.string().nullable(),
  /** Ids of live automations that name a column, by its name. */
  columnUses: z.record(z.string(), z.array(z.string())),
  changes: z.array(settingChangeSchema),
});
export type SettingsOverview = z.infer<typeof settingsOverviewSchema>;

/**
 * PATCH P/settings/money: amounts that automations.json holds, written into it; 409 `STAMP_STALE` when
 * the file is not the one with this stamp. "default" takes the line out; null = no fuse.
 */
export const patchMoneySchema = z.strictObject({
  dailyBudgetUsd: z
    .union([z.number().min(0).max(1_000_000), z.null(), z.literal("default")])
    .optional(),
  supervisorBudgetUsd: z.union([z.number().min(0).max(1_000_000), z.literal("default")]).optional(),
  timeZone: z.string().max(100).optional(),
  stamp: z.string().nullable(),
});
export type PatchMoney = z.infer<typeof patchMoneySchema>;
