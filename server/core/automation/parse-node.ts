import type { z } from "zod";
import type { NodeShape } from "./node.ts";
import { foundText } from "./problem.ts";
import type { JsonPath } from "./problem.ts";
import { valueOf, without } from "./raw-keys.ts";

/** Why a node makes its automation unusable. */
export interface NodeProblem {
  path: JsonPath;
  expected: string;
  found: string;
}

export type ParsedNode =
  | { ok: true; value: unknown; unknownKeys: JsonPath[] }
  | { ok: false; problem: NodeProblem; unknownKeys: JsonPath[] };

/** Written by older editors into every node; means nothing here. */
const ignoredKeys = new Set(["uitypekey"]);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads one trigger, condition or action: keys in any case and in older spellings, null = left out,
 * unknown keys reported. The type is looked up in `known`; anything else is a problem, never "true".
 */
export function parseNode(
  known: Record<string, NodeShape>,
  aliases: Record<string, string>,
  raw: unknown,
  path: JsonPath,
): ParsedNode {
  if (!isRecord(raw)) {
    return refused({ path, expected: "an object", found: foundText(raw) });
  }
  const declared = valueOf(raw, "type");
  const type = typeof declared === "string" ? (aliases[declared] ?? declared) : undefined;
  const shape = type === undefined || !Object.hasOwn(known, type) ? undefined : known[type];
  if (shape === undefined || type === undefined) {
    const expected = `one of ${Object.keys(known).concat(Object.keys(aliases)).join(", ")}`;
    return refused({ path: [...path, "type"], expected, found: foundText(declared) });
  }
  const { keys, unknownKeys } = canonicalKeys(shape, { ...without(raw, "type"), type }, path);
  const parsed = shape.schema.safeParse(keys);
  if (parsed.success) return { ok: true, value: parsed.data, unknownKeys };
  return { ok: false, problem: problemOf(parsed.error, keys, path), unknownKeys };
}

function refused(problem: NodeProblem): ParsedNode {
  return { ok: false, problem, unknownKeys: [] };
}

function canonicalKeys(
  shape: NodeShape,
  raw: Record<string, unknown>,
  path: JsonPath,
): { keys: Record<string, unknown>; unknownKeys: JsonPath[] } {
  const names = new Map(Object.keys(shape.schema.shape).map((key) => [key.toLowerCase(), key]));
  const synonyms = new Map(
    Object.entries(shape.synonyms ?? {}).map(([from, to]) => [from.toLowerCase(), to]),
  );
  const rewritten = shape.rewrite?.(raw) ?? raw;
  const keys: Record<string, unknown> = {};
  const unknownKeys: JsonPath[] = [];
  const later: [string, unknown][] = [];
  for (const [key, value] of Object.entries(rewritten)) {
    const name = names.get(key.toLowerCase());
    if (name !== undefined) {
      if (
        value === null ? accepts(shape.schema, name, null) : !isLeftOut(shape.schema, name, value)
      )
        keys[name] = value;
      continue;
    }
    const synonym = synonyms.get(key.toLowerCase());
    if (synonym !== undefined) later.push([synonym, value]);
    else if (!ignoredKeys.has(key.toLowerCase())) unknownKeys.push([...path, key]);
  }
  for (const [name, value] of later) {
    if (value !== null && keys[name] === undefined && !isLeftOut(shape.schema, name, value))
      keys[name] = value;
  }
  return { keys, unknownKeys };
}

/** Existing boards write an empty text where nothing was given. */
function isLeftOut(schema: z.ZodObject, key: string, value: unknown): boolean {
  return value === "" && !accepts(schema, key, "") && accepts(schema, key, undefined);
}

function accepts(schema: z.ZodObject, key: string, value: unknown): boolean {
  const field = schema.shape[key];
  return field !== undefined && "safeParse" in field && field.safeParse(value).success;
}

/** The first issue, in the words "expected … found …". */
export function problemOf(error: z.ZodError, raw: unknown, path: JsonPath): NodeProblem {
  const issue = error.issues[0];
  if (issue === undefined) return { path, expected: "a valid value", found: foundText(raw) };
  const inner = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  return {
    path: [...path, ...inner],
    expected: expectedText(issue),
    found: foundText(valueAt(raw, inner)),
  };
}

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)];
    return isRecord(at) ? at[String(part)] : undefined;
  }, value);
}

function expectedText(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `${article(issue.expected)} ${issue.expected}`;
  if (issue.code === "invalid_value") {
    const values = issue.values.map((value) => JSON.stringify(value));
    return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
  }
  const unit = "origin" in issue && issue.origin === "string" ? " characters" : "";
  if (issue.code === "too_small") {
    return `${issue.inclusive === false ? "more than" : "at least"} ${String(issue.minimum)}${unit}`;
  }
  if (issue.code === "too_big") {
    return `${issue.inclusive === false ? "less than" : "at most"} ${String(issue.maximum)}${unit}`;
  }
  return issue.message;
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? "an" : "a";
}
