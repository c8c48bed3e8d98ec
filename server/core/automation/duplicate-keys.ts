import type { Node } from "jsonc-parser";
import type { JsonPath } from "./problem.ts";

/** Objects whose keys are the writer's own names: only the very same spelling is twice the same. */
const ownNames = new Set(["env", "headers"]);

/**
 * Keys that stand twice in one object of the file, in whatever case: a reader would take the last, an
 * edit change the first, and a guard could watch the wrong one (rule 5).
 */
export function findDuplicateKeys(tree: Node): { path: JsonPath; key: string }[] {
  const found: { path: JsonPath; key: string }[] = [];
  const visit = (node: Node, path: JsonPath, isExact: boolean): void => {
    if (node.type === "array") {
      for (const [index, child] of (node.children ?? []).entries()) {
        visit(child, [...path, index], false);
      }
    }
    if (node.type !== "object") return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      const key: unknown = name?.value;
      if (typeof key !== "string" || value === undefined) continue;
      const same = isExact ? key : key.toLowerCase();
      if (seen.has(same)) found.push({ path: [...path, key], key });
      seen.add(same);
      visit(value, [...path, key], ownNames.has(key.toLowerCase()));
    }
  };
  visit(tree, [], false);
  return found;
}
