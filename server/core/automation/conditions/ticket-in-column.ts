import { z } from "zod";
import { either } from "../node.ts";
import { readColumns } from "../raw-keys.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** The ticket is in one of the columns and, when given, assigned to that slug. */
export const ticketInColumn = defineCondition({
  type: "ticketInColumn",
  schema: z.object({
    type: z.literal("ticketInColumn"),
    columns: z.array(z.string().min(1)).default([]).describe("It is in one of these."),
    assigneeSlug: z.string().min(1).optional().describe("And assigned to this one."),
    ...conditionShape,
  }),
  rewrite: (raw) => readColumns(raw, false),
  find(node, { ticket }) {
    const isThere = node.columns.includes(ticket.column);
    const isHis = node.assigneeSlug === undefined || ticket.assignee === node.assigneeSlug;
    return {
      holds: isThere && isHis,
      expected: node.columns,
      actual: ticket.column,
    };
  },
  fix(node, { ticket }): ConditionFix {
    if (node.negate) {
      return { key: "fix.move_out", values: { column: ticket.column }, write: null };
    }
    const [column] = node.columns;
    if (column === undefined) {
      return { key: "fix.condition_never", values: { condition: "ticketInColumn" }, write: null };
    }
    const slug = node.assigneeSlug;
    const isHis = slug === undefined || ticket.assignee === slug;
    if (node.columns.includes(ticket.column)) {
      return { key: "fix.assign", values: { slug: slug ?? "" }, write: write(slug) };
    }
    return {
      key: "fix.move",
      values: { column },
      write: isHis ? { kind: "move", column } : null,
    };
  },
  describe(node, locale) {
    const where = either(locale, node.columns);
    const slug = node.assigneeSlug;
    if (locale === "fr") {
      const whose = slug === undefined ? "" : ` et attribué à ${slug}`;
      return `il ${node.negate ? "n’est pas" : "est"} dans ${where}${whose}`;
    }
    const whose = slug === undefined ? "" : ` and assigned to ${slug}`;
    return `it is ${node.negate ? "not " : ""}in ${where}${whose}`;
  },
  columns: (node) => node.columns,
});

function write(slug: string | undefined): ConditionFix["write"] {
  return slug === undefined ? null : { kind: "assign", slug };
}
