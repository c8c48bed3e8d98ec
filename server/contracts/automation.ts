import { z } from "zod";
import { ifSavedSchema, startChoiceSchema } from "./simulation.ts";
import { sentenceSchema } from "./why.ts";
import { gateCodeSchema } from "./words.ts";

const dateTime = z.iso.datetime();

/** A remark on automations.json: `path` like `automations[2].trigger.seconds`, `line` from 1. */
export const automationProblemSchema = z.object({
  path: z.string(),
  line: z.number().int().optional(),
  message: z.string(),
  expected: z.string().optional(),
  found: z.string().optional(),
  /** What one click would change: `concurrencyGroup` of these runAgent actions, by their JSON paths. */
  fix: z
    .object({
      kind: z.literal("share_group"),
      group: z.string(),
      actions: z.array(z.array(z.union([z.string(), z.number()]))),
    })
    .optional(),
});
export type AutomationProblem = z.infer<typeof automationProblemSchema>;

/** An automation that cannot run as written; all others go on (rule 34). */
export const disabledAutomationSchema = z.object({
  id: z.string(),
  path: z.string(),
  expected: z.string(),
  found: z.string(),
});
export type DisabledAutomation = z.infer<typeof disabledAutomationSchema>;

/** Ids of automations that differ between the live configuration and another text. */
export const automationDiffSchema = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
});
export type AutomationDiff = z.infer<typeof automationDiffSchema>;

/**
 * PUT P/automations: the text as edited, or a configuration that is written as JSON, with the stamp
 * (SHA-256 of the file's bytes) the editor started from; null = there was no file. Existing tools
 * send the bare configuration, which is written without a check of the stamp. `start` answers which
 * tickets a new or wider rule may start (409 `ASKS_WHICH_START`); scripts are not asked and start all.
 */
export const putAutomationsSchema = z.union([
  z.strictObject({
    text: z.string().max(1_048_576),
    stamp: z.string().nullable(),
    start: startChoiceSchema.optional(),
  }),
  z.strictObject({
    config: z.record(z.string(), z.unknown()),
    stamp: z.string().nullable(),
    start: startChoiceSchema.optional(),
  }),
  z.looseObject({ automations: z.array(z.unknown()) }),
]);
export type PutAutomations = z.infer<typeof putAutomationsSchema>;

/** 200 of POST …/reload and of a PUT; a file broken as a whole is a 422 with `details.problems`. */
export const reloadAnswerSchema = automationDiffSchema.extend({
  disabled: z.array(disabledAutomationSchema),
  warnings: z.array(automationProblemSchema),
  stamp: z.string(),
});
export type ReloadAnswer = z.infer<typeof reloadAnswerSchema>;

/** details of that 422. */
export const brokenAutomationsSchema = z.object({ problems: z.array(automationProblemSchema) });
export type BrokenAutomations = z.infer<typeof brokenAutomationsSchema>;

/** POST …/validate {text}: nothing is written; `diff` is against the live configuration. */
export const validateAutomationsSchema = z.union([
  z.strictObject({ text: z.string().max(1_048_576) }),
  z.strictObject({ config: z.record(z.string(), z.unknown()) }),
]);
export const validateAnswerSchema = z.object({
  ok: z.boolean(),
  /** Why the file as a whole is refused; empty when ok. */
  problems: z.array(automationProblemSchema),
  warnings: z.array(automationProblemSchema),
  disabled: z.array(disabledAutomationSchema),
  diff: automationDiffSchema,
  /** Sentence of every automation that can run, in file order. */
  sentences: z.array(z.object({ id: z.string(), sentence: z.string() })),
  /** What saving it would do at once; null when it is not ok. */
  ifSaved: ifSavedSchema.nullable(),
});
export type ValidateAnswer = z.infer<typeof validateAnswerSchema>;

/** PATCH P/automations/{id}: the switch of a list row; edits the text and keeps comments. */
export const patchAutomationSchema = z.strictObject({
  enabled: z.boolean(),
  stamp: z.string().nullable(),
  /** Which tickets it may start; `all` also takes back an earlier "only new ones". */
  start: startChoiceSchema.optional(),
});
export type PatchAutomation = z.infer<typeof patchAutomationSchema>;

/** One row of the Automations page (ux.md 32). */
export const automationRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  /** "For each ticket in Todo assigned to programmer: move it to InProgress, then run programmer". */
  sentence: z.string(),
  triggerType: z.string(),
  /** The agent its first runAgent names, placeholders unfilled; null when it runs none. */
  agent: z.string().nullable(),
  disabled: disabledAutomationSchema.nullable(),
  heldBy: z.string().nullable(),
  heldUntil: dateTime.nullable(),
  lastFiring: z
    .object({
      at: dateTime,
      ticket: z.number().int().nullable(),
      runId: z.string().nullable(),
      outcome: z.string().nullable(),
    })
    .nullable(),
  /** When its clock fires next; null while it is off, and for rules that follow the board. */
  nextAt: dateTime.nullable(),
  /** Only tickets that entered since then start; null = all of them. */
  startsAfterAt: dateTime.nullable(),
  /** Why its last look failed, and since when; null = it worked. */
  problem: z.object({ text: z.string(), at: dateTime }).nullable(),
  /** What it did on its own that people should know of, such as beginning anew after a rewritten history. */
  notice: z.object({ sentence: sentenceSchema, at: dateTime }).nullable(),
  /** A rule without tickets: what it owes, and what that waits for; null = nothing. */
  owed: z
    .object({
      since: dateTime,
      /** null = it starts with the next look. */
      code: gateCodeSchema.nullable(),
      sentence: sentenceSchema.nullable(),
      /** It waits because its runs failed: POST P/automations/{id}/retry lets it go on. */
      canTryAgain: z.boolean(),
    })
    .nullable(),
  /** Of the last seven days. */
  starts: z.number().int(),
  costUsd: z.number(),
});
export type AutomationRow = z.infer<typeof automationRowSchema>;

/** GET P/automations: existing boards' shape (`config`, `workspace`, `path`) with our additions. */
export const automationsAnswerSchema = z.object({
  config: z.record(z.string(), z.unknown()),
  workspace: z.string().nullable(),
  path: z.string(),
  /** Text and stamp of the file on disk; null when there is none. */
  text: z.string().nullable(),
  stamp: z.string().nullable(),
  /** Not empty: the file on disk is not in force, the last good one is. */
  problems: z.array(automationProblemSchema),
  warnings: z.array(automationProblemSchema),
  disabled: z.array(disabledAutomationSchema),
  loadedAt: dateTime.nullable(),
  rows: z.array(automationRowSchema),
});
export type AutomationsAnswer = z.infer<typeof automationsAnswerSchema>;
