import { z } from "zod";

const dateTime = z.iso.datetime();

/** Where KittyClaw listens when nobody says otherwise. */
export const defaultSourceUrl = "http://127.0.0.1:5230";

const sourceUrlSchema = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => URL.canParse(text) && /^https?:/i.test(text),
    "an address such as http://127.0.0.1:5230",
  );

/**
 * POST P/import (ux.md 3). Without `what` and `goLive` nothing is written: the answer says what was
 * found. `preview` asks the source without writing. `goLive` resumes the project for the first time;
 * `confirm` does so although the old engine seems to run.
 */
export const importRequestSchema = z.strictObject({
  source: z
    .strictObject({
      url: sourceUrlSchema.optional(),
      /** Slug of the project there; absent = the one that works in the same folder. */
      project: z.string().min(1).max(200).optional(),
    })
    .optional(),
  what: z
    .strictObject({
      tickets: z.boolean().default(false),
      sessions: z.boolean().default(false),
      costs: z.boolean().default(false),
    })
    .optional(),
  preview: z.boolean().default(false),
  goLive: z.boolean().default(false),
  confirm: z.boolean().default(false),
});
export type ImportRequest = z.output<typeof importRequestSchema>;

/** Why an automation is not simply "works"; `values` fill the sentence of its code. */
export const importReasonSchema = z.object({
  code: z.enum([
    "unknown_type",
    "invalid_value",
    "no_powershell",
    "scripts_off",
    "host_not_allowed",
    "missing_column",
    "missing_agent",
    "agent_is_person",
    "no_skill",
  ]),
  values: z.record(z.string(), z.string()),
  /** In English. */
  text: z.string(),
});
export type ImportReason = z.infer<typeof importReasonSchema>;

export const importedAutomationSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As the file says; an automation that is off works once somebody switches it on. */
  enabled: z.boolean(),
  state: z.enum(["works", "decide", "not_supported"]),
  reason: z.string().nullable(),
  reasons: z.array(importReasonSchema),
});
export type ImportedAutomation = z.infer<typeof importedAutomationSchema>;

const createdSchema = z.object({ missing: z.array(z.string()), created: z.array(z.string()) });

/** What is left behind; `values` fill the sentence of its code. */
const leftBehindSchema = z.object({
  code: z.enum([
    "chats",
    "dashboard",
    "images",
    "powershell",
    "parent_dropped",
    "text_changed",
    "file_unreadable",
  ]),
  values: z.record(z.string(), z.string()),
  text: z.string(),
});
export type LeftBehind = z.infer<typeof leftBehindSchema>;

export const importReportSchema = z.object({
  /** The project came from another board's files and nobody went live yet: nothing starts. */
  awaitsGoLive: z.boolean(),
  isPaused: z.boolean(),
  /** The file as a whole cannot be read; then `automations` is empty. */
  problems: z.array(z.string()),
  automations: z.array(importedAutomationSchema),
  /** Pairs of agents that may write the same folder at once (ux.md 11). */
  pairsThatWriteAtOnce: z.array(
    z.object({ agents: z.array(z.string()), groups: z.array(z.string()) }),
  ),
  columns: createdSchema,
  /** `agents`: those of the missing that automations run. */
  members: createdSchema.extend({ agents: z.array(z.string()) }),
  found: z.object({
    /** dispatch-state.json, and when it last changed. */
    state: z.object({ changedAt: dateTime, sessions: z.number().int() }).nullable(),
    costFiles: z.array(z.string()),
    /** Only where an address was asked. */
    source: z
      .object({ url: z.string(), project: z.string(), tickets: z.number().int() })
      .nullable(),
  }),
  tickets: z.object({
    read: z.number().int(),
    imported: z.number().int(),
    /** Here already, from an earlier import, or gone from the source meanwhile. */
    skipped: z.number().int(),
  }),
  sessions: z.object({
    imported: z.number().int(),
    /** Stay in the file and are not used: without a ticket, chats, memory runs. */
    kept: z.array(z.string()),
    skipped: z.array(
      z.object({ key: z.string(), reason: z.enum(["no_ticket", "unreadable", "in_use"]) }),
    ),
  }),
  costs: z.object({
    lines: z.number().int(),
    booked: z.number().int(),
    /** Booked by an earlier import. */
    known: z.number().int(),
    amountUsd: z.number(),
    bad: z.array(z.object({ file: z.string(), line: z.number().int() })),
  }),
  /** Where each event automation goes on: from now, or from the last commit the old engine had seen. */
  cursors: z.array(
    z.object({
      automation: z.string(),
      trigger: z.string(),
      from: z.enum(["now", "commit"]),
      commit: z.string().nullable(),
    }),
  ),
  /** What the old engine had kept and nothing here uses. */
  unusedState: z.array(z.string()),
  leftBehind: z.array(leftBehindSchema),
  /** What would start first if the project went live now. */
  starts: z.array(
    z.object({
      automation: z.string(),
      agent: z.string().nullable(),
      ticket: z.number().int().nullable(),
      title: z.string().nullable(),
    }),
  ),
});
export type ImportReport = z.infer<typeof importReportSchema>;
