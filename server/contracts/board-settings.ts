import { z } from "zod";
import { columnRoleSchema } from "./words.ts";

/** Inputs of columns, labels and members (K routes: unknown fields are ignored and named). */

const colorSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/, "a colour such as #5a6a80");
const nameSchema = z.string().trim().min(1).max(60);

const columnFields = {
  color: colorSchema.optional(),
  role: columnRoleSchema.optional(),
  sort: z.enum(["manual", "priority", "updated", "created", "cost"]).optional(),
  wipLimit: z.number().int().min(1).max(10_000).nullable().optional(),
  wipHard: z.boolean().optional(),
};
export const createColumnSchema = z.object({ name: nameSchema, ...columnFields });
/** `was`: what the caller saw; 409 `STALE_SETTING` where a field is something else by now. */
export const patchColumnSchema = z.object({
  name: nameSchema.optional(),
  ...columnFields,
  was: z.object({ name: z.string().optional(), ...columnFields }).optional(),
});
export type ColumnInput = z.infer<typeof patchColumnSchema>;

/** GET P/columns/{id}/automations?name= : what rewriting the file for a new name would change (rule 34). */
export const columnUseSchema = z.object({
  /** Ids of live automations that name the column. */
  automations: z.array(z.string()),
  /** One of them may start something for a ticket that comes into it. */
  isStarting: z.boolean(),
  /** The file as it is and as it would be; null = no file, or it names the column nowhere. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  stamp: z.string().nullable(),
});
export type ColumnUse = z.infer<typeof columnUseSchema>;

/** POST P/columns/{id}/rename: the new name, here and in the file with this stamp, or neither. */
export const renameColumnSchema = z.strictObject({ name: nameSchema, stamp: z.string() });

export const reorderColumnSchema = z.object({
  columnId: z.number().int(),
  index: z.number().int().default(0),
});

export const createLabelSchema = z.object({ name: nameSchema, color: colorSchema.optional() });
export const patchLabelSchema = z.object({
  name: nameSchema.optional(),
  color: colorSchema.optional(),
});
export type LabelInput = z.infer<typeof patchLabelSchema>;

export const createMemberSchema = z.object({
  name: nameSchema,
  kind: z.enum(["person", "agent"]).default("person"),
  type: z.enum(["orchestrator", "researcher", "coder", "devops", "analyst"]).nullable().optional(),
});
export type CreateMember = z.infer<typeof createMemberSchema>;
export const patchMemberSchema = z.object({ name: nameSchema.optional() });

/** PUT P/tickets/{n}/draft. */
export const putDraftSchema = z.strictObject({
  title: z.string().max(500).nullable().optional(),
  description: z.string().max(200_000).nullable().optional(),
  baseRevision: z.number().int(),
});

/** PATCH P/tickets/{n}/reorder: `index` from 0, or beside another ticket. */
export const reorderTicketSchema = z.object({
  status: z.string(),
  index: z.number().int().optional(),
  before: z.number().int().nullable().optional(),
  after: z.number().int().nullable().optional(),
  revision: z.number().int().optional(),
});
