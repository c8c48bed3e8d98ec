import { z } from "zod";
import { either, triggerShape, triggerSynonyms } from "../node.ts";
import { defaultBackoff, defineTrigger } from "./trigger.ts";

/**
 * Event trigger: one owed firing per ticket with new comments by these authors; empty = anybody but
 * the agent that would be woken, automations and the system (rule 15). With `mentions`, only comments
 * that name one of these slugs with an @.
 */
export const ticketCommentAdded = defineTrigger({
  type: "ticketCommentAdded",
  kind: "event",
  isTicketless: false,
  followsBoard: true,
  schema: z.object({
    type: z.literal("ticketCommentAdded"),
    ...triggerShape(30),
    authors: z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Whose comments count; empty: anybody but the agent that would be woken, automations and the system.",
      ),
    mentions: z
      .array(z.string().min(1))
      .default([])
      .describe("Only comments that name one of these with an @."),
  }),
  synonyms: triggerSynonyms,
  mismatches(node, { ticket, firing }) {
    if (ticket === null) return [{ part: "ticketless" }];
    if (firing !== null) return [];
    const by = node.authors.length === 0 ? "anybody" : node.authors.join(" or ");
    const naming = node.mentions.length === 0 ? "" : ` that names @${node.mentions.join(" or @")}`;
    return [{ part: "event", waitsFor: `a comment by ${by}${naming}` }];
  },
  restMs: () => 0,
  describe(node, locale) {
    const by = either(locale, node.authors);
    const named = either(
      locale,
      node.mentions.map((slug) => `@${slug}`),
    );
    if (locale === "en") {
      const naming = named === "" ? "" : ` and names ${named}`;
      return `When ${by === "" ? "somebody" : by} comments on a ticket${naming}`;
    }
    const naming = named === "" ? "" : ` et nomme ${named}`;
    return `Quand ${by === "" ? "quelqu’un" : by} commente un ticket${naming}`;
  },
  columns: () => [],
  backoff: () => defaultBackoff,
});
