import { z } from "zod";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix } from "./condition.ts";

const HOUR_MS = 3_600_000;

/** Older or newer than so many hours, since it was created or last changed. */
export const ticketAge = defineCondition({
  type: "ticketAge",
  schema: z.object({
    type: z.literal("ticketAge"),
    field: z
      .enum(["createdAt", "updatedAt"])
      .default("createdAt")
      .describe("Which time is measured."),
    mode: z.enum(["olderThan", "newerThan"]).default("olderThan").describe("Older or newer than."),
    hours: z.number().min(0).default(24).describe("Hours."),
    ...conditionShape,
  }),
  find(node, { ticket, snapshot }) {
    const ageMs = snapshot.now.getTime() - ticket[node.field].getTime();
    const limitMs = node.hours * HOUR_MS;
    return {
      holds: node.mode === "olderThan" ? ageMs > limitMs : ageMs < limitMs,
      expected: { [node.mode]: node.hours },
      actual: Math.round((ageMs / HOUR_MS) * 100) / 100,
    };
  },
  fix(node, { ticket }): ConditionFix {
    const isOlderWanted = (node.mode === "olderThan") !== node.negate;
    if (!isOlderWanted) return { key: "fix.too_old", values: {}, write: null };
    const until = new Date(ticket[node.field].getTime() + node.hours * HOUR_MS);
    return { key: "fix.wait_age", values: { until: until.toISOString() }, write: null };
  },
  describe(node, locale) {
    const isOlder = (node.mode === "olderThan") !== node.negate;
    const isCreation = node.field === "createdAt";
    if (locale === "fr") {
      const verb = isCreation ? "créé" : "modifié";
      return `il a été ${verb} il y a ${isOlder ? "plus" : "moins"} de ${node.hours} heures`;
    }
    const verb = isCreation ? "created" : "changed";
    return `it was ${verb} ${isOlder ? "more" : "less"} than ${node.hours} hours ago`;
  },
});
