import type { AutomationProblem, DisabledAutomation } from "#server/contracts/automation.ts";
import type { Automation, AutomationsConfig } from "./automation.ts";

/** A remark on the file: path, line, what was expected and found. */
export type Problem = AutomationProblem;

/** The answer of `parseAutomations`: usable with remarks, or broken as a whole. */
export type ParsedAutomations =
  | { ok: true; config: AutomationsConfig; warnings: Problem[]; disabled: DisabledAutomation[] }
  | { ok: false; problems: Problem[] };

/** Where in the JSON a remark belongs. */
export type JsonPath = (string | number)[];

/** `["automations", 2, "trigger"]` → `automations[2].trigger`. */
export function pathText(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** A value as it stands in a message: short JSON, or "missing". */
export function foundText(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** An automation that cannot run as written, with the one sentence shown for it. */
export function disabledSentence(
  disabled: Pick<DisabledAutomation, "path" | "expected" | "found">,
): string {
  return `${disabled.path}: expected ${disabled.expected}, found ${disabled.found}`;
}

export type { Automation, AutomationsConfig, DisabledAutomation };
