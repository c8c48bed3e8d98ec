import { z } from "zod";
import { triggerShape } from "../node.ts";
import { cronForm, isCron, nextCronTime } from "./cron.ts";
import { defaultBackoff, defineTrigger, ofTheBoard } from "./trigger.ts";

const YEAR_SECONDS = 366 * 86_400;

/**
 * Ticketless: every `seconds`, or at the times of a cron expression in the project's time zone (in UTC
 * for imported projects). A time that was missed is caught up once (engine.md §2).
 */
export const interval = defineTrigger({
  type: "interval",
  kind: "event",
  isTicketless: true,
  followsBoard: false,
  schema: z.object({
    type: z.literal("interval"),
    ...triggerShape(60),
    seconds: z
      .number()
      .min(1)
      .max(YEAR_SECONDS)
      .default(60)
      .describe("Time between two firings, in seconds, without `cron`."),
    cron: z
      .string()
      .refine(isCron, cronForm)
      .optional()
      .describe(
        "Five fields in the time zone of the project (imported boards: UTC), names allowed.",
      ),
  }),
  synonyms: { pollSeconds: "seconds" },
  mismatches: (node, facts) =>
    ofTheBoard(facts, node.cron === undefined ? "its next turn" : `the time ${node.cron}`),
  restMs: () => 0,
  describe(node, locale) {
    if (node.cron !== undefined) {
      return locale === "en" ? `At the times ${node.cron}` : `Aux heures ${node.cron}`;
    }
    return `${locale === "en" ? "Every" : "Toutes les"} ${duration(node.seconds)}`;
  },
  columns: () => [],
  backoff: () => defaultBackoff,
});

/** When an interval is due after `from`; `lastAt` = its last time, which keeps the rhythm. */
export function nextIntervalTime(
  node: { seconds: number; cron?: string | undefined },
  timeZone: string,
  lastAt: Date,
  from: Date,
): Date | null {
  if (node.cron !== undefined) return nextCronTime(node.cron, timeZone, from);
  const periodMs = node.seconds * 1_000;
  const missed = Math.max(0, Math.floor((from.getTime() - lastAt.getTime()) / periodMs));
  return new Date(lastAt.getTime() + (missed + 1) * periodMs);
}

function duration(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
