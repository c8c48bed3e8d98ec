interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  children?: MarkdownNode[];
}

const reference = /(^|[\s([{,;:])#(?:\{?([a-z0-9][a-z0-9-]{0,62})\}?:)?(\d{1,9})\b/gi;

/** Turns `#42` and `#other-project:42` into links to tickets; not inside links or code. */
export function remarkTicketLinks({ slug }: { slug: string }) {
  return (tree: MarkdownNode): void => visit(tree, slug);
}

function visit(node: MarkdownNode, slug: string): void {
  if (node.children === undefined || node.type === "link" || node.type === "linkReference") return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text") return linkText(child.value ?? "", slug);
    visit(child, slug);
    return [child];
  });
}

function linkText(text: string, slug: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let from = 0;
  for (const match of text.matchAll(reference)) {
    const [whole, before = "", project, number = ""] = match;
    const start = match.index + before.length;
    nodes.push({ type: "text", value: text.slice(from, start) });
    const url = `/p/${encodeURIComponent(project ?? slug)}/t/${number}`;
    nodes.push({
      type: "link",
      url,
      children: [{ type: "text", value: whole.slice(before.length) }],
    });
    from = match.index + whole.length;
  }
  if (from === 0) return [{ type: "text", value: text }];
  return [...nodes, { type: "text", value: text.slice(from) }].filter(
    (node) => node.type !== "text" || node.value !== "",
  );
}
