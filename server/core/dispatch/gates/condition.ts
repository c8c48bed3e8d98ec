import type { ConditionFix } from "../../automation/conditions/condition.ts";
import { conditionOf } from "../../automation/conditions/registry.ts";
import type { Condition } from "../../automation/conditions/registry.ts";
import type { Locale } from "../../automation/node.ts";
import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { joinWords, say } from "../sentence.ts";
import { ruleName } from "./automation-off.ts";

/** One evaluated condition, `negate` included. */
export interface ConditionResult {
  condition: Condition;
  pass: boolean;
  expected: unknown;
  actual: unknown;
}

/** Conditions: all must hold, all are evaluated and recorded (engine.md §2). */
export const condition: Gate = {
  judge(context) {
    if (context.candidate.cause !== "trigger") return notApplicable;
    const results = evaluateConditions(context);
    const row = (result: ConditionResult, value: unknown) => ({
      type: result.condition.type,
      negate: result.condition.negate,
      pass: result.pass,
      value,
    });
    return {
      pass: results.every((result) => result.pass),
      expected: results.map((result) => row(result, result.expected)),
      actual: results.map((result) => row(result, result.actual)),
    };
  },
  sentence(context) {
    const inWords = (locale: Locale): string =>
      joinWords(
        failing(context).map(({ condition: node }) => conditionOf(node).describe(node, locale)),
        locale,
      );
    const conditions = { conditions: inWords("en"), "conditions.fr": inWords("fr") };
    return say("gate.CONDITION", { rule: ruleName(context), ...conditions });
  },
  change(context) {
    const { ticket, snapshot } = context;
    if (ticket === null) return null;
    const fixes = failing(context).map(({ condition: node }) =>
      conditionOf(node).fix(node, { snapshot, ticket }),
    );
    const [only] = fixes;
    if (fixes.length === 1 && only !== undefined) return suggest(only.key, only.values, only.write);
    const parts = fixes.map((fix: ConditionFix) => say(fix.key, fix.values));
    const several = say("fix.several", { fixes: parts.map(({ text }) => text).join("; ") });
    return { sentence: { ...several, parts }, write: null };
  },
};

/** Conditions that imported boards hold false without a ticket; the others they hold true. */
const needsTicketWhenImported: ReadonlySet<string> = new Set([
  "ticketInColumn",
  "allSubTicketsInStatus",
  "ticketCountInColumn",
  "noPendingTickets",
]);

/** The automation's conditions, after the one every ticket firing has from the root of the file. */
export function evaluateConditions({
  automation,
  snapshot,
  ticket,
}: GateContext): ConditionResult[] {
  const length = snapshot.config.minDescriptionLength;
  const root: Condition[] =
    length === undefined || ticket === null
      ? []
      : [{ type: "minDescriptionLength", length, negate: false }];
  return [...root, ...(automation?.conditions ?? [])].map((node) => {
    const found =
      ticket === null
        ? conditionOf(node).findOnBoard(node, snapshot)
        : conditionOf(node).find(node, { snapshot, ticket });
    // What is about a ticket is false where there is none, negated or not.
    if (found === null) {
      const pass = snapshot.project.isImported && !needsTicketWhenImported.has(node.type);
      return { condition: node, pass, expected: "a ticket", actual: null };
    }
    const { holds, isKnown = true, expected, actual } = found;
    return { condition: node, pass: isKnown && holds !== node.negate, expected, actual };
  });
}

function failing(context: GateContext): ConditionResult[] {
  return evaluateConditions(context).filter((result) => !result.pass);
}
