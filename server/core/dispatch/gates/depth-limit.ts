import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

/** Levels are PROJ > JOB > TASK > SUB. */
const DEEPEST_LEVEL = 4;

/** Tickets each created by a run on the one before (rule 25). */
const LONGEST_CHAIN = 4;

export const depthLimit: Gate = {
  judge({ ticket }) {
    if (ticket === null) return notApplicable;
    return {
      pass: ticket.level <= DEEPEST_LEVEL && ticket.creationChain < LONGEST_CHAIN,
      expected: { level: DEEPEST_LEVEL, chain: LONGEST_CHAIN - 1 },
      actual: { level: ticket.level, chain: ticket.creationChain },
    };
  },
  sentence: ({ ticket }) =>
    ticket !== null && ticket.level > DEEPEST_LEVEL
      ? say("gate.DEPTH_LIMIT", { level: ticket.level, limit: DEEPEST_LEVEL })
      : say("gate.DEPTH_LIMIT.chain", {
          chain: ticket?.creationChain ?? 0,
          limit: LONGEST_CHAIN - 1,
        }),
  change: ({ ticket }) =>
    ticket !== null && ticket.level > DEEPEST_LEVEL && ticket.creationChain < LONGEST_CHAIN
      ? suggest("change.flatter")
      : null,
};
