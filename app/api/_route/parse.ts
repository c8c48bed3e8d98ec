import { z } from "zod";
import { Failure } from "#server/contracts/failure.ts";

/** Largest number of repairs tried on the body of a compatible route. */
const MAX_REPAIRS = 20;

type Fields = Record<string, unknown>;

function allowedKeys(schema: z.ZodType | undefined): string[] | null {
  if (!schema) return [];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function valueAt(root: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      isFields(value) || Array.isArray(value) ? (value as Fields)[key as string] : undefined,
    root,
  );
}

/** 400 that names each field with what was expected and found. */
export function invalid(where: string, error: z.ZodError, input: unknown): Failure {
  const problems = error.issues.map((issue) => ({
    field: issue.path.map(String).join(".") || where,
    message: issue.message,
    found: describe(valueAt(input, issue.path)),
  }));
  const text = problems.map(
    (problem) => `${problem.field}: ${problem.message}, found ${problem.found}`,
  );
  return new Failure(400, "INVALID", text.join("; "), { problems });
}

/** Existing callers may spell names in any case; returns the schema's own spelling (compat §1). */
function respell(fields: Fields, allowed: string[]): Fields {
  const bySmallLetters = new Map(allowed.map((key) => [key.toLowerCase(), key]));
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      bySmallLetters.get(key.toLowerCase()) ?? key,
      value,
    ]),
  );
}

/** Integers sent as text, and `null` where a field may only be absent (compat §1); true when changed. */
function repair(fields: Fields, issue: z.core.$ZodIssue): boolean {
  const last = issue.path.at(-1);
  const holder = valueAt(fields, issue.path.slice(0, -1));
  if (last === undefined || (!isFields(holder) && !Array.isArray(holder))) return false;
  const target = holder as Fields;
  const key = String(last);
  const value = target[key];
  if (value === null && isFields(holder)) {
    delete target[key];
    return true;
  }
  if (
    issue.code === "invalid_type" &&
    issue.expected === "number" &&
    typeof value === "string" &&
    /^-?\d{1,15}$/.test(value)
  ) {
    target[key] = Number(value);
    return true;
  }
  return false;
}

/**
 * Parses a body, a query or parameters. Own routes refuse unknown fields and name the allowed ones;
 * compatible ones (K) leave them out and report them through `onIgnored` (S-20).
 */
export function parseFields<T>(
  where: "body" | "query",
  schema: z.ZodType<T> | undefined,
  input: unknown,
  isCompat: boolean,
  onIgnored: (fields: string[]) => void,
): T {
  const allowed = allowedKeys(schema);
  if (allowed === null || !isFields(input)) return parseOnce(where, schema, input);
  const fields = isCompat ? respell(structuredClone(input), allowed) : input;
  const unknown = Object.keys(fields).filter((key) => !allowed.includes(key));
  if (unknown.length > 0 && !isCompat) {
    const known = allowed.length > 0 ? allowed.join(", ") : "none";
    throw new Failure(
      400,
      "UNKNOWN_FIELDS",
      `${where}: expected only ${known}; found ${unknown.join(", ")}`,
      { unknown, allowed },
    );
  }
  if (unknown.length > 0) onIgnored(unknown);
  const kept = Object.fromEntries(Object.entries(fields).filter(([key]) => allowed.includes(key)));
  if (!isCompat || !schema) return parseOnce(where, schema, kept);
  for (let tries = 0; tries < MAX_REPAIRS; tries += 1) {
    const result = schema.safeParse(kept);
    if (result.success) return result.data;
    const isChanged = result.error.issues.map((issue) => repair(kept, issue)).includes(true);
    if (!isChanged) break;
  }
  return parseOnce(where, schema, kept);
}

function parseOnce<T>(where: string, schema: z.ZodType<T> | undefined, input: unknown): T {
  if (!schema) return {} as T;
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(where, result.error, input);
  return result.data;
}

/** Reads a JSON body: 415 for another content type, 400 for text that is no JSON. */
export async function readJson(request: Request, isOptional: boolean): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === "" && isOptional) return {};
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new Failure(
      415,
      "NOT_JSON",
      `content type: expected application/json, found ${type ?? "none"}`,
    );
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Failure(
      400,
      "MALFORMED_JSON",
      `body: ${error instanceof Error ? error.message : "no JSON"}`,
    );
  }
}
