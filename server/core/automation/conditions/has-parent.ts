import { z } from "zod";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** Has no parent, unless `value` is set: as existing files mean it. */
export const hasParent = defineCondition({
  type: "hasParent",
  schema: z.object({
    type: z.literal("hasParent"),
    value: z.boolean().default(false).describe("true: it has a parent; false: it has none."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const actual = ticket.parentNumber !== null;
    return { holds: actual === node.value, expected: node.value, actual };
  },
  fix: (node): ConditionFix => ({
    key: node.value === node.negate ? "fix.clear_parent" : "fix.set_parent",
    values: {},
    write: null,
  }),
  describe(node, locale) {
    const isWithout = node.value === node.negate;
    if (locale === "fr") return isWithout ? "il n’a pas de parent" : "il a un parent";
    return isWithout ? "it has no parent" : "it has a parent";
  },
});
