import { z } from "zod";
import { either, triggerShape, triggerSynonyms } from "../node.ts";
import { defaultBackoff, defineTrigger, ofTheBoard } from "./trigger.ts";

/**
 * Ticketless: the edge to "every ticket is in an idle column and no run is active", kept for `minutes`.
 * It fires once; only a ticket outside the idle columns arms it again (rule 16).
 */
export const boardIdle = defineTrigger({
  type: "boardIdle",
  kind: "event",
  isTicketless: true,
  followsBoard: true,
  schema: z.object({
    type: z.literal("boardIdle"),
    ...triggerShape(60),
    idleColumns: z
      .array(z.string().min(1))
      .default(["Done", "Review"])
      .describe("Columns in which a ticket counts as at rest."),
    minutes: z
      .number()
      .min(0)
      .max(30 * 1_440)
      .default(0)
      .describe("How long the board has to stay idle."),
  }),
  synonyms: triggerSynonyms,
  mismatches: (_node, facts) => ofTheBoard(facts, "every ticket to be in an idle column"),
  restMs: () => 0,
  describe({ idleColumns, minutes }, locale) {
    const where = either(locale, idleColumns);
    if (locale === "en") {
      const since = minutes === 0 ? "" : ` for ${minutes} min`;
      return `When every ticket is in ${where === "" ? "no column" : where} and nothing runs${since}`;
    }
    const since = minutes === 0 ? "" : ` depuis ${minutes} min`;
    const place = where === "" ? "aucune colonne" : where;
    return `Quand tous les tickets sont dans ${place} et que rien ne tourne${since}`;
  },
  columns: (node) => node.idleColumns,
  backoff: () => defaultBackoff,
});
