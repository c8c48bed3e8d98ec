import { z } from "zod";
import { triggerShape, triggerSynonyms } from "../node.ts";
import { awaitEvent, defaultBackoff, defineTrigger, notIn } from "./trigger.ts";

/**
 * Event trigger on the parent: a sub-ticket changed its column, came or went. With `parentColumn` only
 * while the parent is there; leaving it closes what is owed (rule 1).
 */
export const subTicketStatus = defineTrigger({
  type: "subTicketStatus",
  kind: "event",
  isTicketless: false,
  followsBoard: true,
  schema: z.object({
    type: z.literal("subTicketStatus"),
    ...triggerShape(30),
    parentColumn: z.string().min(1).optional().describe("Only while the parent is in this column."),
    debounceSeconds: z.number().min(0).optional().describe("read and ignored"),
  }),
  synonyms: triggerSynonyms,
  mismatches(node, facts) {
    if (facts.ticket === null) return [{ part: "ticketless" }];
    const wrong =
      node.parentColumn === undefined ? [] : notIn(facts.snapshot, facts.ticket, node.parentColumn);
    if (facts.firing !== null) return wrong;
    return [...awaitEvent(facts, "a sub-ticket that moves, comes or goes"), ...wrong];
  },
  restMs: () => 0,
  describe(node, locale) {
    const where = node.parentColumn;
    if (locale === "en") {
      const parent = where === undefined ? "a ticket" : `a ticket in ${where}`;
      return `When a sub-ticket of ${parent} moves, comes or goes`;
    }
    const parent = where === undefined ? "d’un ticket" : `d’un ticket dans ${where}`;
    return `Quand un sous-ticket ${parent} se déplace, arrive ou part`;
  },
  columns: (node) => (node.parentColumn === undefined ? [] : [node.parentColumn]),
  backoff: () => defaultBackoff,
});
