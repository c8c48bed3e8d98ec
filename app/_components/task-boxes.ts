interface HtmlNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  position?: { start: { offset?: number } };
  children?: HtmlNode[];
}

/** Notes on each box of a checklist where its item begins in the source, so that a press can be written there. */
export function rehypePlaceTasks() {
  return (tree: HtmlNode): void => visit(tree, null);
}

function visit(node: HtmlNode, item: number | null): void {
  const place = node.tagName === "li" ? (node.position?.start.offset ?? null) : item;
  if (node.tagName === "input" && node.properties && place !== null)
    node.properties["dataTask"] = place;
  for (const child of node.children ?? []) visit(child, place);
}

const task = /^((?:[-*+]|\d{1,9}[.)])\s+\[)[ xX](?=\])/;

/** The text with the box of the item that begins at this place ticked or not; null when none begins there. */
export function setTask(text: string, place: number, isDone: boolean): string | null {
  const item = text.slice(place);
  if (!task.test(item)) return null;
  return text.slice(0, place) + item.replace(task, `$1${isDone ? "x" : " "}`);
}
