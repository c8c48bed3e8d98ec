import { z } from "zod";
import { fillPlaceholders, ticketPlaceholders } from "../placeholders.ts";
import { actionShape, defineAction } from "./action.ts";

/** `slug` null or absent = nobody; `{previousAssignee}` = who has it now. */
export const assignTicket = defineAction({
  type: "assignTicket",
  schema: z.object({
    type: z.literal("assignTicket"),
    slug: z
      .string()
      .nullable()
      .default(null)
      .describe("New assignee; null: nobody; `{previousAssignee}`: who it was."),
    ...actionShape,
  }),
  plan(node, index, { ticket }) {
    const slug = fillPlaceholders(node.slug ?? "", ticketPlaceholders(ticket));
    return { type: "assignTicket", index, on: node.on, slug: slug === "" ? null : slug };
  },
  describe(node, locale) {
    if (locale === "en") return node.slug ? `assign it to ${node.slug}` : "unassign it";
    return node.slug ? `l’attribuer à ${node.slug}` : "ne l’attribuer à personne";
  },
});
