import { z } from "zod";
import { cardSchema } from "./ticket.ts";

/** Rows of a list or tree that travel at once, unless fewer are asked for. */
export const ROWS_PER_PAGE = 100;

const pageSchema = z.object({
  /** Of the project when the rows were read: a delta that is newer makes them old. */
  revision: z.number().int(),
  /** How many rows there are, whatever this page holds. */
  total: z.number().int(),
  /** Place of the first row of this page, from 0. */
  offset: z.number().int(),
});

/** GET P/list: one page of the tickets a search finds, in the order asked for. */
export const listPageSchema = pageSchema.extend({ items: z.array(cardSchema) });
export type ListPage = z.infer<typeof listPageSchema>;

export const treeRowSchema = z.object({
  card: cardSchema,
  /** 1 for what stands under nothing that is shown. */
  level: z.number().int(),
  /** Place among the shown rows under the same ticket, from 1, and how many those are. */
  position: z.number().int(),
  size: z.number().int(),
  hasChildren: z.boolean(),
  isOpen: z.boolean(),
  /** False: only there because something below it is found. */
  isMatch: z.boolean(),
});
export type TreeRow = z.infer<typeof treeRowSchema>;

/** GET P/tree: one page of the open rows of what a search finds, with the tickets above. */
export const treePageSchema = pageSchema.extend({
  /** How many tickets the search finds, in closed branches too. */
  found: z.number().int(),
  items: z.array(treeRowSchema),
});
export type TreePage = z.infer<typeof treePageSchema>;

/** Which branches are open: all or none, except the tickets of these numbers. */
export interface OpenBranches {
  isOpen: boolean;
  except: readonly number[];
}

/** Beyond so many exceptions the oldest are forgotten: they travel in an address. */
export const MOST_EXCEPTIONS = 500;

/** `open`, `closed`, `open~12~15`, `closed~7`; what is not understood is left out. */
export function parseBranches(text: string): OpenBranches {
  const [word, ...rest] = text.split("~");
  const except = rest.filter((part) => /^\d{1,9}$/.test(part)).map(Number);
  return { isOpen: word !== "closed", except: except.slice(-MOST_EXCEPTIONS) };
}

export function formatBranches({ isOpen, except }: OpenBranches): string {
  return [isOpen ? "open" : "closed", ...except.slice(-MOST_EXCEPTIONS)].join("~");
}
