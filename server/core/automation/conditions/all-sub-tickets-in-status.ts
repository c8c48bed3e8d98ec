import { z } from "zod";
import { either } from "../node.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** Every sub-ticket is in one of the columns; false without sub-tickets. */
export const allSubTicketsInStatus = defineCondition({
  type: "allSubTicketsInStatus",
  schema: z.object({
    type: z.literal("allSubTicketsInStatus"),
    statuses: z
      .array(z.string().min(1))
      .default(["Done"])
      .describe("Columns in which every sub-ticket has to be; false without sub-tickets."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const open = ticket.children.filter((child) => !node.statuses.includes(child.column));
    return {
      holds: ticket.children.length > 0 && open.length === 0,
      expected: node.statuses,
      actual: ticket.children,
    };
  },
  fix(node, { ticket }): ConditionFix {
    if (node.negate) return { key: "fix.open_child", values: {}, write: null };
    if (ticket.children.length === 0) return { key: "fix.add_child", values: {}, write: null };
    const open = ticket.children.filter((child) => !node.statuses.includes(child.column));
    const children = open.map((child) => `#${child.number}`).join(", ");
    return { key: "fix.finish_children", values: { children }, write: null };
  },
  describe(node, locale) {
    const where = either(locale, node.statuses);
    if (locale === "fr") {
      return `${node.negate ? "ses sous-tickets ne sont pas tous" : "tous ses sous-tickets sont"} dans ${where}`;
    }
    return `${node.negate ? "not all" : "all"} its sub-tickets are in ${where}`;
  },
  columns: (node) => node.statuses,
});
