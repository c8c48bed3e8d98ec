import { z } from "zod";
import { triggerShape, triggerSynonyms } from "../node.ts";
import { defaultBackoff, defineTrigger, ofTheBoard } from "./trigger.ts";

/**
 * Ticketless: for `minutesIdle` nothing changed on the board and no run with a ticket started or ended.
 * Once per such period; runs without a ticket neither end nor start one (rule 16).
 */
export const agentInactivity = defineTrigger({
  type: "agentInactivity",
  kind: "event",
  isTicketless: true,
  followsBoard: false,
  schema: z.object({
    type: z.literal("agentInactivity"),
    ...triggerShape(60),
    minutesIdle: z
      .number()
      .min(0.1)
      .max(30 * 1_440)
      .default(45)
      .describe("Minutes without a change on the board or a run on a ticket."),
  }),
  synonyms: triggerSynonyms,
  mismatches: (node, facts) => ofTheBoard(facts, `${node.minutesIdle} min without any change`),
  restMs: () => 0,
  describe: ({ minutesIdle }, locale) =>
    locale === "en"
      ? `When nothing happened for ${minutesIdle} min`
      : `Quand rien ne s’est passé depuis ${minutesIdle} min`,
  columns: () => [],
  backoff: () => defaultBackoff,
});
