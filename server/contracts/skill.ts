import { z } from "zod";
import { agentTypeSchema, permissionLevelSchema } from "./words.ts";

/** Names that mean somebody else where an author is written: no agent may sign as one of them. */
export const reservedSlugs = ["owner", "system", "automation"] as const;

/** S-13. */
export const agentSlugSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    "lower-case letters, digits and dashes, 1 to 63, not starting with a dash",
  )
  .refine(
    (slug) => !reservedSlugs.some((reserved) => reserved === slug),
    "a name that is not reserved",
  );

/** Front matter of a skill (engine.md §1); unknown keys are kept and reported. */
export const frontMatterSchema = z.object({
  name: z.string().optional(),
  type: agentTypeSchema.optional(),
  trust: permissionLevelSchema.optional(),
  questions: z.enum(["ask", "decide"]).optional(),
  model: z.string().optional(),
  allowedTools: z.array(z.string()).optional(),
  disallowedTools: z.array(z.string()).optional(),
  maxTurns: z.number().int().positive().optional(),
  supervisor: z.boolean().optional(),
});
export type FrontMatter = z.infer<typeof frontMatterSchema>;

/** Skill files are at most 256 KiB (S-11). `stamp` is the SHA-256 of the file's bytes. */
export const skillSchema = z.object({
  agent: z.string(),
  path: z.string(),
  content: z.string(),
  stamp: z.string(),
  version: z.number().int(),
  frontMatter: frontMatterSchema.partial(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  tokens: z.number().int(),
  updatedAt: z.iso.datetime(),
});
export type Skill = z.infer<typeof skillSchema>;

/** GET P/skills: one row per agent of the Agents page. */
export const agentSummarySchema = z.object({
  agent: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  path: z.string(),
  version: z.number().int(),
  isHeld: z.boolean(),
  model: z.string().nullable(),
  level: z.string(),
  lastRunAt: z.iso.datetime().nullable(),
  runs: z.number().int(),
  successRate: z.number().nullable(),
  averageCostUsd: z.number().nullable(),
  startsWhen: z.array(z.string()),
  openSessions: z.number().int(),
});
export type AgentSummary = z.infer<typeof agentSummarySchema>;

export const putSkillSchema = z.strictObject({
  content: z.string().max(262_144),
  /** Stamp of the text the editor started from; null creates a new file. */
  stamp: z.string().nullable(),
  /** What open sessions get (ux.md 13). */
  openSessions: z.enum(["fresh", "send", "keep"]).optional(),
});
export type PutSkill = z.infer<typeof putSkillSchema>;

/** details of a 409 on PUT skill or automations. */
export const stampConflictSchema = z.object({
  mine: z.string(),
  theirs: z.string(),
  stamp: z.string(),
});
export type StampConflict = z.infer<typeof stampConflictSchema>;
