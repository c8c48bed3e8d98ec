import type { DisabledAutomation } from "#server/contracts/automation.ts";
import { actionAliases, actions } from "./actions/registry.ts";
import type { Action } from "./actions/registry.ts";
import type { Automation } from "./automation.ts";
import { conditions } from "./conditions/registry.ts";
import type { Condition } from "./conditions/registry.ts";
import { isRecord, parseNode } from "./parse-node.ts";
import type { NodeProblem, ParsedNode } from "./parse-node.ts";
import { disabledSentence, foundText, pathText } from "./problem.ts";
import type { JsonPath } from "./problem.ts";
import { triggers } from "./triggers/registry.ts";
import type { Trigger } from "./triggers/registry.ts";

interface Reading {
  automation: Automation;
  disabled: DisabledAutomation | null;
  unknownKeys: JsonPath[];
  remarks: { path: JsonPath; message: string }[];
}

const knownKeys = new Set([
  "id",
  "name",
  "enabled",
  "trigger",
  "conditions",
  "actions",
  "uiTypeKey",
]);

/**
 * Reads one entry of `automations`. Whatever is wrong with it disables it alone: the parts that could
 * be read are kept for the list, `disabledReason` names the first thing that is wrong.
 */
export function parseAutomation(raw: unknown, index: number): Reading {
  const path: JsonPath = ["automations", index];
  const problems: NodeProblem[] = [];
  const unknownKeys: JsonPath[] = [];
  const entry = isRecord(raw) ? liftOnStart(raw) : {};
  if (!isRecord(raw)) problems.push({ path, expected: "an object", found: foundText(raw) });
  for (const key of Object.keys(entry)) {
    if (!knownKeys.has(key)) unknownKeys.push([...path, key]);
  }

  const take = (node: ParsedNode): unknown => {
    unknownKeys.push(...node.unknownKeys);
    if (node.ok) return node.value;
    problems.push(node.problem);
    return null;
  };
  const each = (
    key: "conditions" | "actions",
    read: (item: unknown, at: JsonPath) => void,
  ): void => {
    const list = entry[key] ?? [];
    if (Array.isArray(list)) {
      for (const [at, item] of list.entries()) read(item, [...path, key, at]);
    } else {
      problems.push({ path: [...path, key], expected: "an array", found: foundText(list) });
    }
  };

  const id = readText(entry, "id", path, problems) ?? pathText(path);
  const enabled = readFlag(entry, path, problems);
  const trigger = take(parseNode(triggers, {}, entry["trigger"], [...path, "trigger"]));
  const readConditions: Condition[] = [];
  each("conditions", (item, at) => {
    const node = take(parseNode(conditions, {}, item, at));
    if (isNode(node, conditions)) readConditions.push(node);
  });
  const readActions: Action[] = [];
  each("actions", (item, at) => {
    const node = take(parseNode(actions, actionAliases, item, at));
    if (isNode(node, actions)) readActions.push(node);
  });

  const [first] = problems;
  const disabled =
    first === undefined
      ? null
      : { id, path: pathText(first.path), expected: first.expected, found: first.found };
  return {
    automation: {
      id,
      name: typeof entry["name"] === "string" && entry["name"] !== "" ? entry["name"] : id,
      enabled,
      trigger: isNode(trigger, triggers)
        ? trigger
        : { type: "invalid", declaredType: declaredType(entry["trigger"]) },
      conditions: readConditions,
      actions: readActions,
      ...(disabled === null ? {} : { disabledReason: disabledSentence(disabled) }),
    },
    disabled,
    unknownKeys,
    remarks: remarksOn(trigger, readActions, path),
  };
}

/** Whether a parsed value is a node of this registry: its own schema made it. */
function isNode(value: unknown, known: typeof triggers): value is Trigger;
function isNode(value: unknown, known: typeof conditions): value is Condition;
function isNode(value: unknown, known: typeof actions): value is Action;
function isNode(value: unknown, known: object): boolean {
  return (
    isRecord(value) && typeof value["type"] === "string" && Object.hasOwn(known, value["type"])
  );
}

function declaredType(raw: unknown): string | null {
  const type = isRecord(raw) ? raw["type"] : undefined;
  return typeof type === "string" ? type : null;
}

/** `trigger.onStart.moveTo` of older files is a first moveTicketStatus (engine.md §8). */
function liftOnStart(raw: Record<string, unknown>): Record<string, unknown> {
  const { trigger } = raw;
  if (!isRecord(trigger) || !isRecord(trigger["onStart"])) return raw;
  const { onStart, ...rest } = trigger;
  const to = isRecord(onStart) ? onStart["moveTo"] : undefined;
  if (typeof to !== "string") return raw;
  const actionsGiven = Array.isArray(raw["actions"]) ? raw["actions"] : [];
  return { ...raw, trigger: rest, actions: [{ type: "moveTicketStatus", to }, ...actionsGiven] };
}

function readText(
  entry: Record<string, unknown>,
  key: string,
  path: JsonPath,
  problems: NodeProblem[],
): string | null {
  const value = entry[key];
  if (typeof value === "string" && value.trim() !== "" && value.length <= 200) return value;
  problems.push({
    path: [...path, key],
    expected: "a text of 1 to 200 characters",
    found: foundText(value),
  });
  return null;
}

function readFlag(
  entry: Record<string, unknown>,
  path: JsonPath,
  problems: NodeProblem[],
): boolean {
  const value = entry["enabled"] ?? true;
  if (typeof value === "boolean") return value;
  problems.push({ path: [...path, "enabled"], expected: "true or false", found: foundText(value) });
  return false;
}

function remarksOn(
  trigger: unknown,
  readActions: Action[],
  path: JsonPath,
): { path: JsonPath; message: string }[] {
  const remarks: { path: JsonPath; message: string }[] = [];
  if (
    isNode(trigger, triggers) &&
    trigger.type === "ticketInColumn" &&
    trigger.columns.length === 0
  ) {
    remarks.push({
      path: [...path, "trigger", "columns"],
      message: "no column is named, so this never starts",
    });
  }
  if (readActions.length === 0) {
    remarks.push({ path: [...path, "actions"], message: "there is no action, so nothing happens" });
  }
  return remarks;
}
