import { z } from "zod";

/** A person's named search of a board. `isDefault`: the board opens with it. */
export const savedViewSchema = z.object({
  name: z.string(),
  query: z.string(),
  isDefault: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** PUT P/views: adds the view, or changes the one of that name. */
export const putSavedViewSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  query: z.string().max(500),
  isDefault: z.boolean().default(false),
});
