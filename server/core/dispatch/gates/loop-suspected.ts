import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

/** The loop detector holds this pair until a person acts (rule 15). */
export const loopSuspected: Gate = {
  judge({ pair }) {
    if (pair === null) return notApplicable;
    const evidence = pair.loopEvidence;
    return { pass: evidence === null, expected: "no loop", actual: evidence };
  },
  sentence: ({ pair }) => say("gate.LOOP_SUSPECTED", { evidence: pair?.loopEvidence ?? "" }),
  change: () => suggest("change.press_run"),
};
