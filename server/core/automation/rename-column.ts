import { applyEdits, parseTree } from "jsonc-parser";
import type { Edit, Node } from "jsonc-parser";
import { withoutMark } from "./diff.ts";

/** Keys of triggers, conditions and actions whose values are names of columns. */
export const columnKeys: ReadonlySet<string> = new Set([
  "columns",
  "from",
  "to",
  "parentColumn",
  "idleColumns",
  "statuses",
  "status",
]);

/** As files write them: keys in any case, and `column` of older files and of examples (compat §5.2). */
const writtenKeys = new Set([...columnKeys, "column"].map((key) => key.toLowerCase()));

/**
 * The text of automations.json with one column's name replaced wherever a rule or an example names it
 * (rule 34). Comments, order and everything else stay byte for byte; a text that names it nowhere, or
 * that is no JSON, comes back as it is.
 */
export function renameColumnInText(given: string, from: string, to: string): string {
  const text = withoutMark(given);
  const root = parseTree(text, [], { allowTrailingComma: true });
  const edits = propertiesOf(root)
    .filter(({ key }) => key === "automations" || key === "tests")
    .flatMap(({ value }) => editsIn(value, from, JSON.stringify(to)));
  return given.slice(0, given.length - text.length) + applyEdits(text, edits);
}

function editsIn(node: Node, from: string, content: string): Edit[] {
  if (node.type === "array") {
    return (node.children ?? []).flatMap((child) => editsIn(child, from, content));
  }
  return propertiesOf(node).flatMap(({ key, value }) => {
    const named = value.type === "array" ? (value.children ?? []) : [value];
    const own = writtenKeys.has(key)
      ? named
          .filter((one) => one.type === "string" && one.value === from)
          .map(({ offset, length }) => ({ offset, length, content }))
      : [];
    return [...own, ...editsIn(value, from, content)];
  });
}

/** Keys in lower case with their values. */
function propertiesOf(node: Node | undefined): { key: string; value: Node }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children }) => {
    const name: unknown = children?.[0]?.value;
    const value = children?.[1];
    return typeof name === "string" && value ? [{ key: name.toLowerCase(), value }] : [];
  });
}
