import { z } from "zod";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";
import { countCharacters } from "./min-description-length.ts";

/** Characters of the title or description, at least (`min`) or at most (`max`). */
export const fieldLength = defineCondition({
  type: "fieldLength",
  schema: z.object({
    type: z.literal("fieldLength"),
    field: z
      .enum(["description", "title"])
      .default("description")
      .describe("Which text is measured."),
    mode: z.enum(["min", "max"]).default("min").describe("At least or at most."),
    length: z.number().int().min(0).default(50).describe("Characters, without the spaces around."),
    ...conditionShape,
  }),
  find(node, { ticket }) {
    const actual = countCharacters(ticket[node.field]);
    const holds = node.mode === "min" ? actual >= node.length : actual <= node.length;
    return { holds, expected: { [node.mode]: node.length }, actual };
  },
  fix(node, { ticket }): ConditionFix {
    const actual = countCharacters(ticket[node.field]);
    const { field, length } = node;
    if ((node.mode === "min") !== node.negate) {
      const target = node.mode === "min" ? length : length + 1;
      return { key: "fix.field_longer", values: { field, count: target - actual }, write: null };
    }
    const target = node.mode === "max" ? length : length - 1;
    return target < 0
      ? { key: "fix.condition_never", values: { condition: "fieldLength" }, write: null }
      : { key: "fix.field_shorter", values: { field, count: actual - target }, write: null };
  },
  describe(node, locale) {
    const isLeast = (node.mode === "min") !== node.negate;
    const shift = node.negate ? (node.mode === "min" ? -1 : 1) : 0;
    const length = node.length + shift;
    if (locale === "fr") {
      const field = node.field === "title" ? "son titre" : "sa description";
      return `${field} a ${isLeast ? "au moins" : "au plus"} ${length} caractères`;
    }
    return `its ${node.field} has ${isLeast ? "at least" : "at most"} ${length} characters`;
  },
});
