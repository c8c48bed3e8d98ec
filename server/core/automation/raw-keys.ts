import { findNodeAtLocation } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { JsonPath } from "./problem.ts";

/** The key as it is written: existing files have keys in any case (compat §5.2). Of several the last. */
function keyOf(raw: Record<string, unknown>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.keys(raw).findLast((key) => key.toLowerCase() === wanted);
}

/** The value of a key that may be written in any case. */
export function valueOf(raw: Record<string, unknown>, name: string): unknown {
  const key = keyOf(raw, name);
  return key === undefined ? undefined : raw[key];
}

/** The object without a key, however it is written. */
export function without(raw: Record<string, unknown>, name: string): Record<string, unknown> {
  const wanted = name.toLowerCase();
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key.toLowerCase() !== wanted));
}

/** The object with these keys spelt as given; all others stay as they are. */
export function withKeys(
  raw: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const spelt = new Map(names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [spelt.get(key.toLowerCase()) ?? key, value]),
  );
}

/**
 * Older forms of `columns`: one `column`, and an empty list where it stands for the default. Both are
 * how existing boards write them.
 */
export function readColumns(
  raw: Record<string, unknown>,
  isEmptyDefault: boolean,
): Record<string, unknown> {
  const column = valueOf(raw, "column");
  const columns = valueOf(raw, "columns");
  const given =
    typeof column === "string" && (columns === undefined || columns === null)
      ? { ...without(raw, "column"), columns: [column] }
      : raw;
  const isEmpty = Array.isArray(columns) && columns.length === 0;
  return isEmptyDefault && isEmpty && given === raw ? without(raw, "columns") : given;
}

/** A path with its keys as the text writes them; a part that the text lacks stays as it is. */
export function writtenPath(tree: Node | undefined, path: JsonPath): JsonPath {
  const written: JsonPath = [];
  for (const part of path) {
    const node = tree === undefined ? undefined : findNodeAtLocation(tree, written);
    written.push(typeof part === "string" ? (keyIn(node, part) ?? part) : part);
  }
  return written;
}

function keyIn(node: Node | undefined, name: string): string | undefined {
  if (node?.type !== "object") return undefined;
  const keys = (node.children ?? []).flatMap((property) => {
    const key: unknown = property.children?.[0]?.value;
    return typeof key === "string" ? [key] : [];
  });
  return keys.findLast((key) => key.toLowerCase() === name.toLowerCase());
}
