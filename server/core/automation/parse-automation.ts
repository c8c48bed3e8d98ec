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
import { valueOf, withKeys, without } from "./raw-keys.ts";
import { triggers } from "./triggers/registry.ts";
import type { Trigger } from "./triggers/registry.ts";

interface Reading {
  automation: Automation;
  disabled: DisabledAutomation | null;
  unknownKeys: JsonPath[];
  remarks: { path: JsonPath; message: string }[];
}

const keyNames = ["id", "name", "enabled", "trigger", "conditions", "actions", "uiTypeKey"];
const knownKeys = new Set(keyNames);

/**
 * Reads one entry of `automations`. Whatever is wrong with it disables it alone: the parts that could
 * be read are kept for the list, `disabledReason` names the first thing that is wrong.
 */
export function parseAutomation(raw: unknown, index: number): Reading {
  const path: JsonPath = ["automations", index];
  const problems: NodeProblem[] = [];
  const unknownKeys: JsonPath[] = [];
  const { entry, lifted } = isRecord(raw)
    ? liftOnStart(withKeys(raw, keyNames))
    : { entry: {}, lifted: 0 };
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
      // Where it stands in the file, so that remarks and fixes meet the right entry.
      const before = key === "actions" ? lifted : 0;
      for (const [at, item] of list.entries()) read(item, [...path, key, Math.max(0, at - before)]);
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
      ...(lifted === 0 ? {} : { liftedActions: lifted }),
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
  const type = isRecord(raw) ? valueOf(raw, "type") : undefined;
  return typeof type === "string" ? type : null;
}

/** `onStart.moveTo` of older files, with the trigger or beside it, is a first moveTicketStatus (engine.md §8). */
function liftOnStart(raw: Record<string, unknown>): {
  entry: Record<string, unknown>;
  lifted: number;
} {
  const trigger = raw["trigger"];
  const inTrigger = isRecord(trigger) ? moveOnStart(trigger) : undefined;
  const to = inTrigger ?? moveOnStart(raw);
  if (to === undefined) return { entry: raw, lifted: 0 };
  const rest = inTrigger === undefined ? without(raw, "onStart") : raw;
  const actionsGiven = Array.isArray(raw["actions"]) ? raw["actions"] : [];
  const entry = {
    ...rest,
    ...(isRecord(trigger) ? { trigger: without(trigger, "onStart") } : {}),
    actions: [{ type: "moveTicketStatus", to }, ...actionsGiven],
  };
  return { entry, lifted: 1 };
}

function moveOnStart(raw: Record<string, unknown>): string | undefined {
  const onStart = valueOf(raw, "onStart");
  const to = isRecord(onStart) ? valueOf(onStart, "moveTo") : undefined;
  return typeof to === "string" && to !== "" ? to : undefined;
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
