import { lintContract } from "../../contract/lint.ts";
import type { ContractError } from "../../contract/lint.ts";
import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { joinWords, say } from "../sentence.ts";

/**
 * An explicit contract with linter errors: where the rule asks for one, and for every ticket that
 * somebody wrote one for (runs.md §8). A derived contract is always ready.
 */
export const contractNotReady: Gate = {
  judge(context) {
    const errors = errorsOf(context);
    if (errors === null) return notApplicable;
    return {
      pass: errors.length === 0,
      expected: "a complete contract",
      actual: errors.map(({ path, message }) => `${path}: ${message}`),
    };
  },
  sentence: (context) => say("gate.CONTRACT_NOT_READY", { fields: fieldsOf(context) }),
  change: (context) => suggest("change.ready_contract", { fields: fieldsOf(context) }),
};

function errorsOf({ run, ticket }: GateContext): ContractError[] | null {
  if (run === null || ticket === null) return null;
  const contract = ticket.contract ?? null;
  if (run.contract !== "explicit" && contract === null) return null;
  return lintContract(contract);
}

function fieldsOf(context: GateContext): string {
  return joinWords([...new Set((errorsOf(context) ?? []).map(({ path }) => path))]);
}
