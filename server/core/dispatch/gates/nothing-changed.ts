import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import { ruleName } from "./automation-off.ts";

/**
 * Level triggers only: nobody else touched the ticket since the admission of the last run (rule 14), so
 * the same run would start again and again.
 */
export const nothingChanged: Gate = {
  judge({ candidate, trigger, pair }) {
    const id = candidate.automationId;
    if (candidate.cause !== "trigger" || trigger?.kind !== "level" || id === null) {
      return notApplicable;
    }
    const admitted = pair?.lastAdmittedRevision[id];
    if (admitted === undefined) return notApplicable;
    const touched = pair?.lastTouchRevision[id] ?? 0;
    return { pass: touched > admitted, expected: `after ${admitted}`, actual: touched };
  },
  sentence: (context) =>
    context.agent === null
      ? say("gate.NOTHING_CHANGED.actions", { rule: ruleName(context) })
      : say("gate.NOTHING_CHANGED", { agent: context.agent }),
  change: () => suggest("change.touch"),
};
