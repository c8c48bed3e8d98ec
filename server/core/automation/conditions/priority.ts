import { z } from "zod";
import { either } from "../node.ts";
import { priorities, prioritySchema } from "#server/contracts/words.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** Any of the priorities. */
export const priority = defineCondition({
  type: "priority",
  schema: z.object({
    type: z.literal("priority"),
    priorities: z.array(prioritySchema).default([]).describe("Any of these."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const actual = priorities[ticket.priority];
    return {
      holds: actual !== undefined && node.priorities.includes(actual),
      expected: node.priorities,
      actual: actual ?? ticket.priority,
    };
  },
  fix(node): ConditionFix {
    const [first] = node.priorities;
    if (node.negate) {
      const values = { priority: node.priorities.join(" or ") };
      return { key: "fix.other_priority", values, write: null };
    }
    return first === undefined
      ? { key: "fix.condition_never", values: { condition: "priority" }, write: null }
      : { key: "fix.priority", values: { priority: first }, write: null };
  },
  describe(node, locale) {
    const which = either(locale, node.priorities);
    if (locale === "fr") {
      return `sa priorité ${node.negate ? "n’est pas" : "est"} ${which === "" ? "aucune" : which}`;
    }
    return `its priority is ${node.negate ? "not " : ""}${which === "" ? "none" : which}`;
  },
});
