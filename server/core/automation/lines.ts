import { findNodeAtLocation } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { JsonPath } from "./problem.ts";
import { writtenPath } from "./raw-keys.ts";

/** Line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Line of the deepest part of a path that the text has. */
export function lineAt(text: string, tree: Node, path: JsonPath): { line: number } {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = findNodeAtLocation(tree, writtenPath(tree, path.slice(0, length)));
    if (node !== undefined) return { line: lineOf(text, node.offset) };
  }
  return { line: 1 };
}
