import { z } from "zod";
import { columnSchema } from "./ticket.ts";
import type { Column } from "./ticket.ts";

/** How the tickets of a search are laid out. */
export const layouts = ["board", "list", "tree"] as const;
export const layoutSchema = z.enum(layouts);
export type Layout = z.infer<typeof layoutSchema>;

/** What a list can be sorted by, as its columns stand. */
export const listKeys = [
  "number",
  "title",
  "column",
  "priority",
  "assignee",
  "labels",
  "state",
  "updated",
] as const;
export type ListKey = (typeof listKeys)[number];

export interface ListSort {
  key: ListKey;
  isDown: boolean;
}

/** The newest ticket first: an order that changes elsewhere do not shuffle. */
export const standardListSort: ListSort = { key: "number", isDown: true };

/** `updated` upwards, `-updated` downwards; what is neither is the standard order. */
export function parseListSort(text: string): ListSort {
  const isDown = text.startsWith("-");
  const key = listKeys.find((name) => name === (isDown ? text.slice(1) : text));
  return key === undefined ? standardListSort : { key, isDown };
}

/** The same as text; empty for the standard order. */
export function formatListSort(sort: ListSort): string {
  const { key, isDown } = standardListSort;
  if (sort.key === key && sort.isDown === isDown) return "";
  return `${sort.isDown ? "-" : ""}${sort.key}`;
}

/** A person's own order of some columns of a board, by the column's number. */
export type ColumnSorts = ReadonlyMap<number, Column["sort"]>;

/** `3.updated~5.priority`; parts that say nothing known are left out. */
export function parseColumnSorts(text: string): ColumnSorts {
  const sorts = new Map<number, Column["sort"]>();
  for (const part of text.split("~")) {
    const [, number, word] = /^(\d{1,9})\.([a-z]+)$/.exec(part) ?? [];
    const sort = columnSchema.shape.sort.safeParse(word);
    if (number !== undefined && sort.success) sorts.set(Number(number), sort.data);
  }
  return sorts;
}

/** The same as text, by number, so that equal orders are equal texts. */
export function formatColumnSorts(sorts: ColumnSorts): string {
  return [...sorts]
    .sort(([a], [b]) => a - b)
    .map(([number, sort]) => `${number}.${sort}`)
    .join("~");
}
