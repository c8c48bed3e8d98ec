import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";

type Reason =
  | { why: "removed" }
  | { why: "invalid"; problem: string }
  | { why: "disabled" }
  | { why: "held"; by: string; until: Date | null }
  | { why: "column"; column: string };

/** The rule is removed, disabled, held, or cannot run as written on this board. */
export const automationOff: Gate = {
  judge(context) {
    if (!context.isSelectedByRule) return notApplicable;
    const reason = reasonOf(context);
    const until = reason?.why === "held" ? reason.until : null;
    return { pass: reason === null, expected: "on", actual: reason, until };
  },
  sentence(context) {
    const reason = reasonOf(context) ?? { why: "disabled" };
    const rule = ruleName(context);
    if (reason.why === "held") {
      return reason.until === null
        ? say("gate.AUTOMATION_OFF.held", { rule, by: reason.by })
        : say("gate.AUTOMATION_OFF.held_until", {
            rule,
            by: reason.by,
            until: momentText(reason.until),
          });
    }
    if (reason.why === "column") {
      return say("gate.AUTOMATION_OFF.column", { rule, column: reason.column });
    }
    if (reason.why === "invalid") {
      return say("gate.AUTOMATION_OFF.invalid", { rule, problem: reason.problem });
    }
    return reason.why === "removed"
      ? say("gate.AUTOMATION_OFF.removed", { rule })
      : say("gate.AUTOMATION_OFF", { rule });
  },
  change(context) {
    const reason = reasonOf(context) ?? { why: "disabled" };
    const rule = ruleName(context);
    if (reason.why === "held") return suggest("change.release_rule", { rule });
    if (reason.why === "column")
      return suggest("change.add_column", { rule, column: reason.column });
    if (reason.why === "invalid") {
      return suggest("change.mend_rule", { rule, problem: reason.problem });
    }
    return reason.why === "removed" ? null : suggest("change.switch_on", { rule });
  },
};

/** What people call the rule. */
export function ruleName(context: GateContext): string {
  return context.automation?.name ?? context.candidate.automationId ?? "";
}

function reasonOf(context: GateContext): Reason | null {
  const { automation, automationState, snapshot } = context;
  if (automation === null) return { why: "removed" };
  if (!automation.enabled) return { why: "disabled" };
  if (automation.disabledReason !== undefined) {
    return { why: "invalid", problem: automation.disabledReason };
  }
  const by = automationState?.heldBy ?? null;
  const until = automationState?.heldUntil ?? null;
  if (by !== null && (until === null || until.getTime() > snapshot.now.getTime())) {
    return { why: "held", by, until };
  }
  return unknownColumn(context);
}

/** A move of the admission into a column the board does not have cannot happen. */
function unknownColumn({ request, snapshot }: GateContext): Reason | null {
  if (request.kind === "problem") return null;
  for (const action of request.actionsBefore) {
    if (action.type !== "moveTicketStatus") continue;
    if (!snapshot.columns.some((column) => column.name === action.to)) {
      return { why: "column", column: action.to };
    }
  }
  return null;
}
