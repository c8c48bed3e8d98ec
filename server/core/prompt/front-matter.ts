import { parseDocument } from "yaml";
import { frontMatterSchema } from "#server/contracts/skill.ts";
import type { FrontMatter } from "#server/contracts/skill.ts";

/** A skill file taken apart. Nothing here throws: what cannot be read is a problem with its path. */
export interface ParsedSkill {
  frontMatter: FrontMatter;
  /** Keys we do not know, as written: kept and reported. */
  unknownKeys: Record<string, unknown>;
  problems: { path: string; message: string }[];
  /** The text the agent gets. */
  body: string;
}

/** YAML between a first line `---` and the next line `---`. */
const block = /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[^\n]*\r?\n)*?)---[ \t]*(?:\r?\n|$)/;

/**
 * Front matter and body of a skill file. A bad value is dropped alone; unknown keys and broken YAML are
 * reported. Text between two rules that is no mapping is text, not front matter.
 */
export function parseFrontMatter(text: string): ParsedSkill {
  const match = block.exec(text);
  const none = { frontMatter: {}, unknownKeys: {}, body: text.replace(/^\uFEFF/, "") };
  if (match === null) return { ...none, problems: [] };
  const body = bodyAfter(text, match[0]);
  const document = parseDocument(match.groups?.["yaml"] ?? "", { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const problems = [{ path: "", message: `YAML: ${error.message.split("\n")[0] ?? ""}` }];
    return { frontMatter: {}, unknownKeys: {}, problems, body };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "unreadable";
    return { frontMatter: {}, unknownKeys: {}, problems: [{ path: "", message }], body };
  }
  if (value === null || value === undefined) {
    return { frontMatter: {}, unknownKeys: {}, problems: [], body };
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    const message = "expected keys and values, found other text: taken as part of the skill";
    return { ...none, problems: [{ path: "", message }] };
  }
  return { ...readKeys(value), body };
}

/** The text without its front matter. */
export function stripFrontMatter(text: string): string {
  return parseFrontMatter(text).body;
}

function bodyAfter(text: string, head: string): string {
  return text.slice(head.length).replace(/^(?:[ \t]*\r?\n)+/, "");
}

function readKeys(value: object): Omit<ParsedSkill, "body"> {
  const problems: ParsedSkill["problems"] = [];
  const unknownKeys: Record<string, unknown> = {};
  const good: Record<string, unknown> = {};
  const fields: Record<string, { safeParse(raw: unknown): { success: boolean; error?: unknown } }> =
    frontMatterSchema.shape;
  for (const [key, written] of Object.entries(value)) {
    if (written === null) continue;
    if (!Object.hasOwn(fields, key)) {
      unknownKeys[key] = written;
      problems.push({ path: key, message: "unknown key: kept, but it has no effect" });
      continue;
    }
    const raw = key === "allowedTools" || key === "disallowedTools" ? toolList(written) : written;
    const parsed = fields[key]?.safeParse(raw);
    if (parsed?.success === true) good[key] = raw;
    else problems.push({ path: key, message: `not usable: ${JSON.stringify(written)}` });
  }
  return { frontMatter: frontMatterSchema.parse(good), unknownKeys, problems };
}

/** "Read, Bash(git log *)" means the same as a list; commas inside brackets do not separate. */
function toolList(raw: unknown): unknown {
  if (typeof raw !== "string") return raw;
  return raw
    .split(/,(?![^(]*\))/)
    .map((tool) => tool.trim())
    .filter((tool) => tool !== "");
}
