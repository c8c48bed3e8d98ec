import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { findLoop, loopSentence } from "../loop.ts";
import type { LoopEvidence } from "../loop.ts";
import { say } from "../sentence.ts";

/** The loop detector holds this pair until a person acts (rule 15). */
export const loopSuspected: Gate = {
  judge(context) {
    if (context.ticket === null) return notApplicable;
    const evidence = evidenceOf(context);
    return { pass: evidence === null, expected: "no loop", actual: evidence };
  },
  sentence(context) {
    const evidence = evidenceOf(context);
    return evidence === null ? say("gate.LOOP_SUSPECTED") : loopSentence(evidence);
  },
  change: () => suggest("change.break_loop"),
};

function evidenceOf({ ticket, agent }: GateContext): LoopEvidence | null {
  return findLoop(ticket?.loop, agent);
}
