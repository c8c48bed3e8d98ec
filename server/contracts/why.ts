import { z } from "zod";
import { gateCodeSchema } from "./words.ts";

/** One evaluated gate. `expected` and `actual` are short values for the table under Why. */
export const gateResultSchema = z.object({
  code: gateCodeSchema,
  pass: z.boolean(),
  /** Skipped by a person's start; recorded with the run. */
  forced: z.boolean().optional(),
  expected: z.unknown(),
  actual: z.unknown(),
  /** When this gate passes by time alone, ISO. */
  until: z.iso.datetime().nullable().optional(),
  since: z.iso.datetime().nullable().optional(),
});
export type GateResult = z.infer<typeof gateResultSchema>;

/**
 * A sentence as data: the UI renders it in the viewer's language from `key` and `values`;
 * `text` is the English rendering for the API and for agents.
 */
const plainSentenceSchema = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
});
export const sentenceSchema = plainSentenceSchema.extend({
  /** It lists these, each of which is said in the viewer's language. */
  parts: z.array(plainSentenceSchema).optional(),
});
export type Sentence = z.infer<typeof sentenceSchema>;

/** The smallest change that would start it; `write` present = the UI shows a button (ux.md 15). */
export const smallestChangeSchema = z.object({
  sentence: sentenceSchema,
  write: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("assign"), slug: z.string() }),
      z.object({ kind: z.literal("add_label"), label: z.string() }),
      z.object({ kind: z.literal("move"), column: z.string() }),
      z.object({ kind: z.literal("resume_project") }),
      z.object({ kind: z.literal("lift_stop"), agent: z.string() }),
      z.object({ kind: z.literal("release_hold"), agent: z.string() }),
      z.object({ kind: z.literal("give_back"), run: z.string() }),
      z.object({ kind: z.literal("release_group"), run: z.string(), group: z.string() }),
      z.object({ kind: z.literal("raise_budget"), byUsd: z.number() }),
      /** Opens what differs; only a person who may maintain the project can accept it (rule 5). */
      z.object({ kind: z.literal("accept_settings") }),
    ])
    .nullable(),
});
export type SmallestChange = z.infer<typeof smallestChangeSchema>;

/** What one automation says about one ticket. */
export const automationVerdictSchema = z.object({
  automationId: z.string(),
  automationName: z.string(),
  agent: z.string().nullable(),
  admitted: z.boolean(),
  gates: z.array(gateResultSchema),
  primary: gateCodeSchema.nullable(),
  sentence: sentenceSchema.nullable(),
  smallestChange: smallestChangeSchema.nullable(),
});
export type AutomationVerdict = z.infer<typeof automationVerdictSchema>;

/** What started, stopped or moved the ticket, by whom and by which rule (ux.md 22). */
export const pastCauseSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(["started", "stopped", "moved"]),
  runId: z.string().nullable(),
  agent: z.string().nullable(),
  actor: z.string(),
  /** Name of the rule; null = none. */
  rule: z.string().nullable(),
  /** Its id, for a link; null = none. */
  ruleId: z.string().nullable(),
  sentence: sentenceSchema,
  outcome: z.string().nullable(),
});

/** A time during which a gate refused this ticket to an automation, as the engine saw it. */
export const gateSpanSchema = z.object({
  automationId: z.string(),
  automationName: z.string(),
  code: gateCodeSchema,
  from: z.iso.datetime(),
  /** The last time it was seen to refuse; null = it still does. */
  until: z.iso.datetime().nullable(),
  /** Looks that found it so. */
  count: z.number().int(),
});
export type GateSpan = z.infer<typeof gateSpanSchema>;

/** GET …/why. `waits` is what the card shows; null when no trigger selects the ticket. */
export const whyAnswerSchema = z.object({
  ticket: z.number().int(),
  evaluatedAt: z.iso.datetime(),
  /** False when no tick came for 30 s: reasons are shown grey with their time (ux.md 27). */
  engineAlive: z.boolean(),
  waits: z
    .object({
      code: gateCodeSchema,
      sentence: sentenceSchema,
      since: z.iso.datetime(),
      /** Position among those that wait for the group, from 1. */
      place: z.number().int().nullable(),
      /** Number of the ticket before it in that line, or of the one that holds the group; absent = not read. */
      ahead: z.number().int().nullable().optional(),
      group: z.string().nullable(),
      smallestChange: smallestChangeSchema.nullable(),
    })
    .nullable(),
  /** With ?column=: what a drop there would do (ux.md 28). */
  drop: z
    .object({
      effect: z.enum(["starts", "waits", "nothing"]),
      agent: z.string().nullable(),
      maxUsd: z.number().nullable(),
      sentence: sentenceSchema,
    })
    .nullable(),
  automations: z.array(automationVerdictSchema),
  past: z.array(pastCauseSchema),
  /** What held it, newest first. */
  history: z.array(gateSpanSchema),
});
export type WhyAnswer = z.infer<typeof whyAnswerSchema>;
