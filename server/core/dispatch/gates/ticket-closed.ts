import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

export const ticketClosed: Gate = {
  judge({ ticket }) {
    if (ticket === null) return notApplicable;
    return {
      pass: !ticket.isDeleted,
      expected: "not deleted",
      actual: ticket.isDeleted ? "deleted" : null,
    };
  },
  sentence: () => say("gate.TICKET_CLOSED"),
  change: () => suggest("change.restore_ticket"),
};
