import { z } from "zod";

/**
 * What triggers, conditions and actions have in common: an object told apart by `type`, judged by one
 * zod schema. Keys the schema does not know are warnings, never errors (engine.md §2).
 */
export interface NodeShape<Schema extends z.ZodObject = z.ZodObject> {
  type: string;
  schema: Schema;
  /** Other accepted spellings of a key: synonym → key of the schema. */
  synonyms?: Record<string, string>;
  /** Turns an older form of the node into the present one, before the keys are looked at. */
  rewrite?(raw: Record<string, unknown>): Record<string, unknown>;
}

/** Languages in which rules are described. */
export type Locale = "en" | "fr";

/** "a or b", "a ou b". */
export function either(locale: Locale, words: readonly string[]): string {
  return words.join(locale === "en" ? " or " : " ou ");
}

/** Keys every trigger takes; both names of the poll period are accepted everywhere. */
export const triggerSynonyms: Record<string, string> = { pollSeconds: "seconds" };

/** Keys every trigger has, with this trigger's default poll period in seconds. */
export function triggerShape(defaultSeconds: number) {
  return {
    seconds: z
      .number()
      .min(1)
      .max(86_400)
      .default(defaultSeconds)
      .describe("How often it is looked at, in seconds; `pollSeconds` is the same."),
    maxConsecutiveRuns: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(5)
      .describe("Failed runs in a row after which a person is asked."),
    immediate: z.boolean().default(true).describe("A change on the board makes it due at once."),
  };
}
