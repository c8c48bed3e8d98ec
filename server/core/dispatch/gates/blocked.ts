import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { joinWords, say } from "../sentence.ts";

/** A blocker that is not in a done-role column. */
export const blocked: Gate = {
  judge({ ticket }) {
    if (ticket === null) return notApplicable;
    const open = ticket.openBlockers.toSorted((a, b) => a - b);
    return { pass: open.length === 0, expected: [], actual: open };
  },
  sentence: ({ ticket }) => say("gate.BLOCKED", { blockers: names(ticket?.openBlockers ?? []) }),
  change: ({ ticket }) =>
    suggest("change.finish_blockers", { blockers: names(ticket?.openBlockers ?? []) }),
};

function names(numbers: readonly number[]): string {
  return joinWords(numbers.toSorted((a, b) => a - b).map((number) => `#${number}`));
}
