import { applyEdits, modify } from "jsonc-parser";
import type { AutomationProblem } from "#server/contracts/automation.ts";

export type GroupFix = NonNullable<AutomationProblem["fix"]>;

const options = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** The text with one group for all actions of the fix; comments, order and unknown keys stay (ux 11). */
export function shareGroup(text: string, { group, actions }: GroupFix): string {
  return actions.reduce(
    (next, path) => applyEdits(next, modify(next, [...path, "concurrencyGroup"], group, options)),
    text,
  );
}
