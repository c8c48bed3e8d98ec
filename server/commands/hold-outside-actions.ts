import { parse } from "jsonc-parser";
import type { Automation, AutomationsConfig } from "#server/core/automation/automation.ts";
import { describeAction } from "#server/core/automation/describe.ts";
import { editText } from "#server/core/automation/diff.ts";
import type { HeldGuard } from "./hold-loosened-guards.ts";

type Action = Automation["actions"][number];

const outsideTypes: ReadonlySet<string> = new Set([
  "runCommand",
  "executePowerShell",
  "httpRequest",
]);

/**
 * The new text without programs and calls that nobody accepted: an automation in force keeps the actions
 * it has, a new one stays out (rule 5). Otherwise an agent could give itself a program to run by editing
 * a file it may write.
 */
export function holdOutsideActions(
  text: string,
  next: AutomationsConfig,
  live: AutomationsConfig,
): { text: string; held: HeldGuard[] } {
  const liveById = new Map(live.automations.map((automation) => [automation.id, automation]));
  const held: HeldGuard[] = [];
  const leftOut = new Set<number>();
  let kept = text;
  for (const [index, automation] of next.automations.entries()) {
    const before = liveById.get(automation.id);
    const accepted = new Set(outsideActions(before).map((action) => JSON.stringify(action)));
    const added = outsideActions(automation).filter(
      (action) => !accepted.has(JSON.stringify(action)),
    );
    if (added.length === 0) continue;
    if (before) {
      const own = before.actions.slice(before.liftedActions ?? 0);
      kept = editText(kept, ["automations", index, "actions"], own);
    } else leftOut.add(index);
    held.push({
      path: `automations.${index}.actions`,
      from: before ? summary(outsideActions(before)) : null,
      to: summary(outsideActions(automation)),
    });
  }
  return { text: leftOut.size === 0 ? kept : withoutEntries(kept, leftOut), held };
}

/** The text in force, which nobody edits: comments in the list may go with the entries. */
function withoutEntries(text: string, leftOut: ReadonlySet<number>): string {
  const root = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) as object;
  const [, list = []] =
    Object.entries(root).findLast(([key]) => key.toLowerCase() === "automations") ?? [];
  const rest = (list as unknown[]).filter((_, index) => !leftOut.has(index));
  return editText(text, ["automations"], rest);
}

function outsideActions(automation: Automation | undefined): Action[] {
  return (automation?.actions ?? []).filter((action) => outsideTypes.has(action.type));
}

function summary(actions: Action[]): string | null {
  if (actions.length === 0) return null;
  return actions.map((action) => describeAction(action, "en")).join("; ");
}
