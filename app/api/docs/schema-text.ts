/** Schemas as short text for readers who are agents: `"title": string, // required`. */
import { z } from "zod";
import {
  boardColumnSchema,
  boardSchema,
  columnSchema,
  commentSchema,
  labelSchema,
  memberSchema,
  openQuestionSchema,
  ticketSchema,
  ticketStateSchema,
  ticketSummarySchema,
} from "#server/contracts/ticket.ts";
import { projectSchema } from "#server/contracts/project.ts";
import { runDetailSchema, runSummarySchema } from "#server/contracts/run.ts";
import { sentenceSchema } from "#server/contracts/why.ts";

/** Shapes that have a name of their own in the text. */
const models = {
  Project: projectSchema,
  Ticket: ticketSchema,
  TicketSummary: ticketSummarySchema,
  TicketState: ticketStateSchema,
  Question: openQuestionSchema,
  Sentence: sentenceSchema,
  Comment: commentSchema,
  Label: labelSchema,
  Column: columnSchema,
  Member: memberSchema,
  Board: boardSchema,
  BoardColumn: boardColumnSchema,
  RunSummary: runSummarySchema,
  RunDetail: runDetailSchema,
};

interface Json {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  required?: string[];
  default?: unknown;
}

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(models)) registry.add(schema, { id });

type Direction = "input" | "output";
/** A model inside another is only named; the outermost is its own definition. */
function toJson(schema: z.ZodType, io: Direction): Json {
  const options = { io, unrepresentable: "any", metadata: registry } as const;
  const json = z.toJSONSchema(schema, options) as Json & { $defs?: Record<string, Json> };
  return (json.$ref === undefined ? null : json.$defs?.[nameIn(json.$ref)]) ?? json;
}

const nameIn = (reference: string): string => reference.split("/").at(-1) ?? "any";

/** A body or a query, a line per field. */
export function describeFields(schema: z.ZodType): string {
  const input = toJson(schema, "input");
  const output = toJson(schema, "output");
  const choices = input.anyOf ?? input.oneOf;
  if (choices) return choices.map((choice) => fieldLines(choice, choice)).join("\nor\n");
  return fieldLines(input, output);
}

function fieldLines(input: Json, output: Json): string {
  const names = Object.keys(input.properties ?? {});
  if (names.length === 0) return textOf(input);
  const lines = names.map((name) => {
    const given = input.properties?.[name] ?? {};
    const read = output.properties?.[name] ?? {};
    // What a transform reads is known only on the other side of it.
    const type = textOf(given) === "any" ? textOf(read) : textOf(given);
    const standard = given.default ?? read.default;
    const without = standard === undefined ? "" : `, default ${JSON.stringify(standard)}`;
    const isRequired = input.required?.includes(name) === true;
    return `  ${JSON.stringify(name)}: ${type}, // ${isRequired ? "required" : `optional${without}`}`;
  });
  return ["{", ...lines, "}"].join("\n");
}

/** The name of a model, `Name[]`, or the shape in one line. */
export function describeAnswer(schema: z.ZodType): string {
  if (schema instanceof z.ZodArray) return `${describeAnswer(schema.element as z.ZodType)}[]`;
  return registry.get(schema)?.id ?? textOf(toJson(schema, "output"));
}

/** Every model with its fields. */
export function describeModels(): string {
  return Object.entries(models)
    .map(([name, schema]) => {
      const { properties = {} } = toJson(schema, "output");
      const lines = Object.entries(properties).map(
        ([field, type]) => `  ${JSON.stringify(field)}: ${textOf(type)}`,
      );
      return `### ${name}\n\n\`\`\`\n{\n${lines.join(",\n")}\n}\n\`\`\``;
    })
    .join("\n\n");
}

function textOf(json: Json): string {
  if (json.$ref !== undefined) return nameIn(json.$ref);
  if (json.const !== undefined) return JSON.stringify(json.const);
  if (json.enum) return json.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = json.anyOf ?? json.oneOf;
  if (choices) return [...new Set(choices.map(textOf))].join(" | ");
  if (json.type === "array") {
    const item = textOf(json.items ?? {});
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  if (json.type !== "object") return json.type ?? "any";
  const fields = Object.entries(json.properties ?? {});
  if (fields.length === 0) return "object";
  return `{ ${fields.map(([name, type]) => `${name}: ${textOf(type)}`).join(", ")} }`;
}
