import { applyEdits, modify, parseTree, findNodeAtLocation } from "jsonc-parser";
import type { AutomationDiff } from "#server/contracts/automation.ts";
import type { Automation, AutomationsConfig } from "./automation.ts";
import { writtenPath } from "./raw-keys.ts";

/** Ids of automations that came, went or differ in anything that has an effect, in file order. */
export function diffAutomations(
  before: AutomationsConfig,
  after: AutomationsConfig,
): AutomationDiff {
  const old = byId(before);
  const now = byId(after);
  return {
    added: after.automations.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    changed: after.automations
      .filter((automation) => {
        const was = old.get(automation.id);
        return was !== undefined && stableText(was) !== stableText(automation);
      })
      .map(({ id }) => id),
    removed: before.automations.filter(({ id }) => !now.has(id)).map(({ id }) => id),
  };
}

/**
 * Ids whose state starts at "now" again: new, switched on, or of another trigger type (rule 33).
 * `closes` = ids whose owed firings end: removed, switched off, or of another trigger type.
 */
export function stateChanges(
  before: AutomationsConfig,
  after: AutomationsConfig,
): { restarts: string[]; closes: string[] } {
  const old = byId(before);
  const now = byId(after);
  const isOn = (automation: Automation | undefined): boolean =>
    automation !== undefined && automation.enabled && automation.disabledReason === undefined;
  const hasOtherTrigger = (id: string): boolean =>
    old.get(id)?.trigger.type !== now.get(id)?.trigger.type;
  return {
    restarts: after.automations
      .filter((one) => isOn(one) && (!isOn(old.get(one.id)) || hasOtherTrigger(one.id)))
      .map(({ id }) => id),
    closes: before.automations
      .filter((one) => isOn(one) && (!isOn(now.get(one.id)) || hasOtherTrigger(one.id)))
      .map(({ id }) => id),
  };
}

/** Switches one automation in the text, keeping comments, order and unknown keys; null = no such id. */
export function setEnabledInText(text: string, id: string, enabled: boolean): string | null {
  const tree = parseTree(withoutMark(text), [], { allowTrailingComma: true });
  const place = writtenPath(tree, ["automations"]);
  const list = tree === undefined ? undefined : findNodeAtLocation(tree, place);
  const index = (list?.children ?? []).findIndex((node) => {
    const value: unknown = findNodeAtLocation(node, writtenPath(node, ["id"]))?.value;
    return value === id;
  });
  if (index === -1) return null;
  return editText(text, ["automations", index, "enabled"], enabled);
}

/**
 * Sets one value in JSONC text; `undefined` removes it. Keys are found in any case, everything else
 * stays byte for byte.
 */
export function editText(given: string, path: (string | number)[], value: unknown): string {
  const text = withoutMark(given);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol };
  const place = writtenPath(parseTree(text, [], { allowTrailingComma: true }), path);
  const edited = applyEdits(text, modify(text, place, value, { formattingOptions }));
  return given.slice(0, given.length - text.length) + edited;
}

/** Without the byte order mark that some editors put first. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function byId(config: AutomationsConfig): Map<string, Automation> {
  return new Map(config.automations.map((automation) => [automation.id, automation]));
}

/** JSON with sorted keys: two automations are the same when these are. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
