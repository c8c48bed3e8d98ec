import { z } from "zod";
import { fillPlaceholders, ticketPlaceholders } from "../placeholders.ts";
import { actionShape, defineAction } from "./action.ts";

export const addComment = defineAction({
  type: "addComment",
  schema: z.object({
    type: z.literal("addComment"),
    content: z
      .string()
      .min(1)
      .max(100_000)
      .describe("Text; `{ticketId}`, `{ticketTitle}` and `{assignee}` are filled in."),
    author: z.string().min(1).default("automation").describe("Who signs it."),
    ...actionShape,
  }),
  synonyms: { body: "content" },
  plan: (node, index, { ticket }) => ({
    type: "addComment",
    index,
    on: node.on,
    content: fillPlaceholders(node.content, ticketPlaceholders(ticket)),
    author: node.author,
  }),
  describe(node, locale) {
    const verb = locale === "en" ? "comment" : "commenter";
    if (node.author === "automation") return verb;
    return `${verb} ${locale === "en" ? "as" : "en tant que"} ${node.author}`;
  },
});
