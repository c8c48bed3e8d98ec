import { z } from "zod";
import { either } from "../node.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** Any of the slugs; none given = must be unassigned. */
export const assignedTo = defineCondition({
  type: "assignedTo",
  schema: z.object({
    type: z.literal("assignedTo"),
    slugs: z
      .array(z.string().min(1))
      .default([])
      .describe("One of these is the assignee; empty: nobody is."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const holds =
      node.slugs.length === 0
        ? ticket.assignee === null
        : ticket.assignee !== null && node.slugs.includes(ticket.assignee);
    return { holds, expected: node.slugs, actual: ticket.assignee };
  },
  fix(node, { snapshot }): ConditionFix {
    const [first] = node.slugs;
    if (!node.negate && first !== undefined) {
      return {
        key: "fix.assign",
        values: { slug: first },
        write: { kind: "assign", slug: first },
      };
    }
    if (node.negate && first !== undefined) {
      return {
        key: "fix.assign_other",
        values: { slugs: node.slugs.join(", ") },
        write: null,
      };
    }
    if (!node.negate) return { key: "fix.unassign", values: {}, write: null };
    const anybody = Object.keys(snapshot.members).toSorted()[0];
    return {
      key: "fix.assign_somebody",
      values: {},
      write: anybody === undefined ? null : { kind: "assign", slug: anybody },
    };
  },
  describe(node, locale) {
    const who = either(locale, node.slugs);
    if (locale === "fr") {
      if (who === "") return node.negate ? "il est attribué" : "il n’est attribué à personne";
      return node.negate ? `il n’est pas attribué à ${who}` : `il est attribué à ${who}`;
    }
    if (who === "") return node.negate ? "it is assigned" : "nobody is assigned to it";
    return node.negate ? `it is not assigned to ${who}` : `it is assigned to ${who}`;
  },
});
