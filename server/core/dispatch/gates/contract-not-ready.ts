import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

/** An explicit contract with linter errors: passes while nothing is known of contracts. */
export const contractNotReady: Gate = {
  judge: () => notApplicable,
  sentence: () => say("gate.CONTRACT_NOT_READY"),
  change: () => suggest("change.ready_contract"),
};
