import { z } from "zod";
import { either } from "../node.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** True with at least one of the labels, ignoring case; several entries combine as AND. */
export const labels = defineCondition({
  type: "labels",
  schema: z.object({
    type: z.literal("labels"),
    labels: z
      .array(z.string().min(1))
      .default([])
      .describe("It has at least one of these, in whatever case."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const wanted = new Set(node.labels.map((name) => name.toLowerCase()));
    const holds = ticket.labels.some((name) => wanted.has(name.toLowerCase()));
    return { holds, expected: node.labels, actual: ticket.labels };
  },
  fix(node, { ticket }): ConditionFix {
    const [first] = node.labels;
    if (node.negate) {
      const wanted = new Set(node.labels.map((name) => name.toLowerCase()));
      const present = ticket.labels.filter((name) => wanted.has(name.toLowerCase()));
      return { key: "fix.remove_label", values: { label: present.join(", ") }, write: null };
    }
    return first === undefined
      ? { key: "fix.condition_never", values: { condition: "labels" }, write: null }
      : {
          key: "fix.add_label",
          values: { label: first },
          write: { kind: "add_label", label: first },
        };
  },
  describe(node, locale) {
    const which = either(locale, node.labels);
    if (locale === "fr") {
      return node.negate ? `il n’a pas l’étiquette ${which}` : `il a l’étiquette ${which}`;
    }
    return node.negate ? `it does not have the label ${which}` : `it has the label ${which}`;
  },
});
