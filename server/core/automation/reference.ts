import { z } from "zod";
import { actions } from "./actions/registry.ts";
import { conditions } from "./conditions/registry.ts";
import type { NodeShape } from "./node.ts";
import { triggers } from "./triggers/registry.ts";

/** One key of a node, as its schema says it. */
interface KeySchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: KeySchema[];
  items?: KeySchema;
  default?: unknown;
  description?: string;
}

const heads: [title: string, nodes: Record<string, NodeShape>][] = [
  ["Triggers", triggers],
  ["Conditions", conditions],
  ["Actions", actions],
];

/** Every trigger, condition and action with its keys, as Markdown, from the schemas that judge them. */
export function automationsReference(): string {
  const parts = heads.flatMap(([title, nodes]) => [
    `## ${title}`,
    ...Object.values(nodes).map(describeNode),
  ]);
  return [
    "# Keys of automations.json",
    "Generated from the schemas; a test keeps it current. What the nodes mean together stands in [Automations](automations.md).",
    ...parts,
  ]
    .join("\n\n")
    .concat("\n");
}

function describeNode({ type, schema }: NodeShape): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" }) as {
    properties?: Record<string, KeySchema>;
    required?: string[];
  };
  const rows = Object.entries(properties)
    .filter(([key]) => key !== "type")
    .map(([key, of]) =>
      [
        "",
        `\`${key}\``,
        typeText(of),
        required.includes(key) ? "has to be there" : defaultText(of),
        of.description ?? "",
        "",
      ].join(" | "),
    )
    .map((row) => row.trim());
  const table = ["| Key | Value | Without it | Meaning |", "| --- | --- | --- | --- |", ...rows];
  return `### \`${type}\`\n\n${table.join("\n")}`;
}

function typeText(key: KeySchema): string {
  if (key.anyOf) return key.anyOf.map(typeText).join(" or ");
  if (key.enum) return key.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (key.type === "array") return `list of ${typeText(key.items ?? {})}`;
  const names = typeof key.type === "string" ? [key.type] : (key.type ?? ["anything"]);
  return names.map((name) => (name === "object" ? "names and values" : name)).join(" or ");
}

function defaultText({ default: value }: KeySchema): string {
  return value === undefined ? "–" : `\`${JSON.stringify(value)}\``;
}
