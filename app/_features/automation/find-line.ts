import { parseTree, findNodeAtLocation } from "jsonc-parser";

/** `automations[2].trigger.seconds` → ["automations", 2, "trigger", "seconds"] */
export function pathSegments(path: string): (string | number)[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([part]) =>
    /^\d+$/.test(part) ? Number(part) : part,
  );
}

/** The line (from 1) where the value of a path stands; its nearest parent where it is absent; null for no JSON. */
export function lineOfPath(text: string, path: string): number | null {
  const tree = parseTree(text);
  if (tree === undefined) return null;
  const segments = pathSegments(path);
  for (let depth = segments.length; depth >= 0; depth -= 1) {
    const node = findNodeAtLocation(tree, segments.slice(0, depth));
    if (node !== undefined) return text.slice(0, node.offset).split("\n").length;
  }
  return null;
}
