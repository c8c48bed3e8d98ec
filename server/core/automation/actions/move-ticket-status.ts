import { z } from "zod";
import { actionShape, defineAction } from "./action.ts";

/** Before a runAgent part of the admission; after it, by the run's outcome. */
export const moveTicketStatus = defineAction({
  type: "moveTicketStatus",
  schema: z.object({
    type: z.literal("moveTicketStatus"),
    to: z.string().min(1).describe("Column; `status` is the same."),
    ...actionShape,
  }),
  synonyms: { status: "to" },
  plan: (node, index) => ({ type: "moveTicketStatus", index, on: node.on, to: node.to }),
  describe: (node, locale) =>
    locale === "en" ? `move it to ${node.to}` : `le déplacer vers ${node.to}`,
  columns: (node) => [node.to],
});
