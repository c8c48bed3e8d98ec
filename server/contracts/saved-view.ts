import { z } from "zod";
import { layoutSchema } from "./board-view.ts";

/** What a view shows: the search line, its layout, and the order as the address has it. */
const shownSchema = z.object({
  query: z.string().max(500),
  layout: layoutSchema,
  sort: z.string().max(200),
});

/** A named search, layout and order of a board, a person's own or shared with its readers. */
export const savedViewSchema = shownSchema.extend({
  id: z.number().int(),
  name: z.string(),
  isShared: z.boolean(),
  /** The board opens with it, for the person it belongs to. */
  isDefault: z.boolean(),
  isMine: z.boolean(),
  /** Name of the person it belongs to. */
  by: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

const nameSchema = z.string().trim().min(1).max(60);

/** POST P/views. */
export const createViewSchema = z.strictObject({
  name: nameSchema,
  query: shownSchema.shape.query.default(""),
  layout: layoutSchema.default("board"),
  sort: shownSchema.shape.sort.default(""),
  isShared: z.boolean().default(false),
});
export type CreateView = z.infer<typeof createViewSchema>;

/** PATCH P/views/{id}: changes what is sent. */
export const patchViewSchema = z.strictObject({
  ...shownSchema.partial().shape,
  name: nameSchema.optional(),
  isShared: z.boolean().optional(),
  isDefault: z.boolean().optional(),
});
export type PatchView = z.infer<typeof patchViewSchema>;
