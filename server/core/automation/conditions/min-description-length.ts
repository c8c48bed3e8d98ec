import { z } from "zod";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

/** Characters as people count them: Unicode code points of the trimmed text. */
export function countCharacters(text: string): number {
  return [...text.trim()].length;
}

export const minDescriptionLength = defineCondition({
  type: "minDescriptionLength",
  schema: z.object({
    type: z.literal("minDescriptionLength"),
    length: z
      .number()
      .int()
      .min(0)
      .default(50)
      .describe("Characters the description has at least, without the spaces around."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const actual = countCharacters(ticket.description);
    return { holds: actual >= node.length, expected: node.length, actual };
  },
  fix(node, { ticket }): ConditionFix {
    const actual = countCharacters(ticket.description);
    return node.negate
      ? {
          key: "fix.shorter_description",
          values: { count: actual - node.length + 1 },
          write: null,
        }
      : { key: "fix.longer_description", values: { count: node.length - actual }, write: null };
  },
  describe(node, locale) {
    const { length, negate } = node;
    if (locale === "fr") {
      return `sa description a ${negate ? "moins de" : "au moins"} ${length} caractères`;
    }
    return `its description has ${negate ? "fewer than" : "at least"} ${length} characters`;
  },
});
