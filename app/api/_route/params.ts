import { z } from "zod";
import { priorities, prioritySchema } from "#server/contracts/words.ts";

/** A number in a path; anything else is a path that does not exist (404). */
export const numberParam = z
  .string()
  .regex(/^\d{1,9}$/, "a whole number")
  .transform(Number);

export const projectParams = z.object({ slug: z.string() });
export const ticketParams = z.object({ slug: z.string(), n: numberParam });

/** `limit` and `after` of a list, as text in a query. */
export const limitQuery = (standard: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, "a whole number")
    .transform((text) => Math.min(Math.max(Number(text), 1), max))
    .default(standard);

/** How many rows of a list come before the page that is asked for. */
export const offsetQuery = z
  .string()
  .regex(/^\d{1,9}$/, "a whole number")
  .transform(Number)
  .default(0);

/** A yes or no in a query. */
export const flagQuery = z
  .enum(["true", "false", "1", "0"])
  .transform((text) => text === "true" || text === "1");

/** A moment in a query; without a zone it is UTC (compat §2.4). */
export const dateQuery = z
  .string()
  .transform(
    (text) =>
      new Date(
        /(Z|[+-]\d{2}:?\d{2})$/i.test(text) || /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${text}Z`,
      ),
  )
  .refine((date) => !Number.isNaN(date.getTime()), "a date such as 2026-06-02T07:30:00Z");

/** A priority as existing callers send it: its word in any case, or 0 to 3 (compat §1). */
export const loosePriority = z.preprocess((value) => {
  const index =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^[0-3]$/.test(value)
        ? Number(value)
        : null;
  if (index !== null) return priorities[index] ?? value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return priorities.find((priority) => priority.toLowerCase() === word) ?? value;
}, prioritySchema);
