import type { GateCode } from "#server/contracts/words.ts";
import type { GateResult } from "#server/contracts/why.ts";
import { isRecord } from "../automation/parse-node.ts";

/**
 * Why an owed firing of a trigger ends instead of waiting (rule 1): the ticket is deleted, the rule is
 * removed or switched off, the trigger no longer selects the ticket, or a condition is false. A held
 * rule, and one that cannot run as written, leave it owed. null = it stays owed.
 */
export function closingReason(gates: readonly GateResult[]): GateCode | null {
  for (const gate of gates) {
    if (gate.pass) continue;
    if (gate.code === "TICKET_CLOSED" || gate.code === "NO_MATCH" || gate.code === "CONDITION") {
      return gate.code;
    }
    const why = isRecord(gate.actual) ? gate.actual["why"] : null;
    if (gate.code === "AUTOMATION_OFF" && (why === "removed" || why === "disabled"))
      return gate.code;
  }
  return null;
}
