import { getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { z } from "zod";
import type { DisabledAutomation } from "#server/contracts/automation.ts";
import { actionAliases, actions } from "./actions/registry.ts";
import type { Automation, AutomationsConfig } from "./automation.ts";
import { conditions } from "./conditions/registry.ts";
import { findDuplicateKeys } from "./duplicate-keys.ts";
import { lineAt, lineOf } from "./lines.ts";
import { parseAutomation } from "./parse-automation.ts";
import { exampleProblem, exampleSchema, keysLeftOut } from "./parse-examples.ts";
import type { Example } from "./parse-examples.ts";
import { isRecord, problemOf } from "./parse-node.ts";
import type { NodeProblem } from "./parse-node.ts";
import { foundText, pathText } from "./problem.ts";
import type { JsonPath, ParsedAutomations, Problem } from "./problem.ts";
import { valueOf, withKeys } from "./raw-keys.ts";
import { triggers } from "./triggers/registry.ts";

export type { Automation, AutomationsConfig } from "./automation.ts";
export type { DisabledAutomation, ParsedAutomations, Problem } from "./problem.ts";

/** Whether this is a time zone the runtime knows. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** What editors read: the address of the schema that completes the file. */
const SCHEMA_KEY = "$schema";

/** Root keys beside `automations`. A bad value here refuses the file: the fuse must not fall back. */
const rootSchema = z.object({
  version: z.union([z.number(), z.string()]).optional(),
  dailyBudgetUsd: z.number().min(0).max(1_000_000).nullable().optional(),
  supervisorBudgetUsd: z.number().min(0).max(1_000_000).optional(),
  timeZone: z.string().refine(isTimeZone, "a time zone such as Europe/Paris").optional(),
  minDescriptionLength: z.number().int().min(0).max(200_000).optional(),
  tests: z.array(exampleSchema).max(200).optional(),
});

/**
 * Reads automations.json: JSON with comments and trailing commas, keys in any order. Broken as a whole
 * (syntax, root type, a key or id used twice, bad root value) → `problems`; an automation with an unknown type or
 * a bad value is disabled alone; unknown keys are warnings (engine.md §2, rule 34).
 */
export function parseAutomations(file: string): ParsedAutomations {
  const text = file.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (tree === undefined || error !== undefined)
    return { ok: false, problems: syntax(text, errors) };
  const content: unknown = getNodeValue(tree);
  if (!isRecord(content)) return whole(text, tree, [], "an object", content);
  const twice = findDuplicateKeys(tree);
  if (twice.length > 0) {
    const problems = twice.map(({ path, key }) =>
      problemAt(text, tree, path, "a key used once", `${JSON.stringify(key)} twice`),
    );
    return { ok: false, problems };
  }
  const root = withKeys(content, ["automations", ...Object.keys(rootSchema.shape)]);
  const list = root["automations"] ?? [];
  if (!Array.isArray(list)) return whole(text, tree, ["automations"], "an array", list);

  const { automations: _, ...rest } = root;
  const given = rootSchema.safeParse(withoutNulls(rest));
  if (!given.success) {
    const { path, expected, found } = problemOf(given.error, rest, []);
    return { ok: false, problems: [problemAt(text, tree, path, expected, found)] };
  }
  const example = firstExampleProblem(given.data.tests ?? []);
  if (example !== null) {
    const { path, expected, found } = example;
    return { ok: false, problems: [problemAt(text, tree, path, expected, found)] };
  }
  const duplicates = duplicateIds(list);
  if (duplicates.length > 0) {
    const problems = duplicates.map(({ index, id }) =>
      problemAt(text, tree, ["automations", index, "id"], "an id used once", foundText(id)),
    );
    return { ok: false, problems };
  }
  return { ok: true, ...readAll(text, tree, root, list, given.data) };
}

function readAll(
  text: string,
  tree: Node,
  root: Record<string, unknown>,
  list: unknown[],
  given: z.output<typeof rootSchema>,
): { config: AutomationsConfig; warnings: Problem[]; disabled: DisabledAutomation[] } {
  const warnings: Problem[] = [];
  const warn = (path: JsonPath, message: string): void => {
    warnings.push({ path: pathText(path), ...lineAt(text, tree, path), message });
  };
  for (const key of Object.keys(root)) {
    if (key !== "automations" && key !== SCHEMA_KEY && !Object.hasOwn(rootSchema.shape, key)) {
      warn([key], "unknown key: kept, but it has no effect");
    }
  }
  if (root["automations"] === undefined) warn([], "there is no list `automations`");
  for (const path of keysLeftOut(root["tests"], given.tests, ["tests"])) {
    warn(path, "unknown key: kept, but it has no effect");
  }

  const automations: Automation[] = [];
  const disabled: DisabledAutomation[] = [];
  for (const [index, raw] of list.entries()) {
    const parsed = parseAutomation(raw, index);
    automations.push(parsed.automation);
    if (parsed.disabled !== null) disabled.push(parsed.disabled);
    for (const path of parsed.unknownKeys) warn(path, "unknown key: kept, but it has no effect");
    for (const remark of parsed.remarks) warn(remark.path, remark.message);
  }
  const { version: _version, ...settings } = given;
  return { config: { ...settings, automations }, warnings, disabled };
}

/** Columns the configuration names that the board does not have: warnings, never errors (rule 34). */
export function unknownColumnWarnings(
  config: AutomationsConfig,
  columns: readonly string[],
): Problem[] {
  const known = new Set(columns);
  return config.automations.flatMap((automation, index) => {
    const places: [string, string[]][] = [];
    const { trigger } = automation;
    if (trigger.type !== "invalid") {
      places.push(["trigger", triggers[trigger.type].columns(trigger)]);
    }
    for (const [at, node] of automation.conditions.entries()) {
      places.push([`conditions[${at}]`, conditions[node.type].columns(node)]);
    }
    for (const [at, node] of automation.actions.entries()) {
      places.push([`actions[${at}]`, actions[node.type].columns(node)]);
    }
    return places.flatMap(([place, names]) =>
      names
        .filter((name) => !known.has(name))
        .map((name) => ({
          path: `automations[${index}].${place}`,
          message: `the board has no column "${name}"`,
          expected: `one of ${columns.join(", ")}`,
          found: JSON.stringify(name),
        })),
    );
  });
}

/** JSON Schema of the file for editors, generated from the same zod schemas. */
export function automationsJsonSchema(): object {
  const nodes = (all: Record<string, { schema: z.ZodObject }>) =>
    z.union(Object.values(all).map((definition) => definition.schema));
  const runClaudeSkill = actions.runAgent.schema.extend({
    type: z.enum(Object.keys(actionAliases)),
    agent: z.string().optional(),
    agentName: z.string().optional(),
  });
  const schema = rootSchema.extend({
    automations: z.array(
      z.object({
        id: z.string().min(1),
        name: z.string().optional(),
        enabled: z.boolean().default(true),
        trigger: nodes(triggers),
        conditions: z.array(nodes(conditions)).default([]),
        actions: z.array(z.union([nodes(actions), runClaudeSkill])).default([]),
      }),
    ),
  });
  return { title: "Signalbox automations", ...z.toJSONSchema(schema, { io: "input" }) };
}

function firstExampleProblem(examples: readonly Example[]): NodeProblem | null {
  for (const [index, example] of examples.entries()) {
    const problem = exampleProblem(example);
    if (problem !== null) return { ...problem, path: ["tests", index, ...problem.path] };
  }
  return null;
}

function withoutNulls(raw: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(raw).filter(
    ([key, value]) => value !== null || key === "dailyBudgetUsd",
  );
  return Object.fromEntries(entries);
}

function duplicateIds(list: unknown[]): { index: number; id: string }[] {
  const seen = new Set<string>();
  const found: { index: number; id: string }[] = [];
  for (const [index, raw] of list.entries()) {
    const id = isRecord(raw) ? valueOf(raw, "id") : undefined;
    if (typeof id !== "string") continue;
    if (seen.has(id)) found.push({ index, id });
    seen.add(id);
  }
  return found;
}

function syntax(text: string, errors: ParseError[]): Problem[] {
  if (text.trim() === "") {
    const message = "the file is empty";
    return [{ path: "", line: 1, message, expected: "an object", found: "nothing" }];
  }
  return errors.map(({ error, offset, length }) => {
    const word = printParseErrorCode(error)
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    const found = text.slice(offset, offset + Math.max(1, length));
    return {
      path: "",
      line: lineOf(text, offset),
      message: `JSON syntax: ${word}`,
      expected: "JSON with comments",
      found: found === "" ? "the end of the file" : foundText(found),
    };
  });
}

function problemAt(
  text: string,
  tree: Node,
  path: JsonPath,
  expected: string,
  found: string,
): Problem {
  const message = `expected ${expected}, found ${found}`;
  return { path: pathText(path), ...lineAt(text, tree, path), message, expected, found };
}

function whole(
  text: string,
  tree: Node,
  path: JsonPath,
  expected: string,
  found: unknown,
): ParsedAutomations {
  return { ok: false, problems: [problemAt(text, tree, path, expected, foundText(found))] };
}
