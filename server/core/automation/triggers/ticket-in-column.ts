import { z } from "zod";
import { either, triggerShape, triggerSynonyms } from "../node.ts";
import { readColumns } from "../raw-keys.ts";
import { defineTrigger } from "./trigger.ts";
import type { Mismatch } from "./trigger.ts";

/** Level trigger: every ticket now in one of the columns and, when given, assigned to that slug. */
export const ticketInColumn = defineTrigger({
  type: "ticketInColumn",
  kind: "level",
  isTicketless: false,
  followsBoard: true,
  schema: z.object({
    type: z.literal("ticketInColumn"),
    ...triggerShape(30),
    columns: z.array(z.string()).default([]).describe("Columns it watches; empty: it never fires."),
    assigneeSlug: z.string().min(1).optional().describe("Only tickets of this assignee."),
    debounceSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .default(0)
      .describe("How long a ticket has to rest unchanged, in seconds."),
    failureBackoffSeconds: z
      .number()
      .min(1)
      .max(86_400)
      .default(60)
      .describe("First pause after a failed run; doubles each time."),
    maxFailureBackoffSeconds: z
      .number()
      .min(1)
      .max(86_400)
      .default(1800)
      .describe("Longest pause between retries."),
  }),
  synonyms: triggerSynonyms,
  rewrite: (raw) => readColumns(raw, false),
  mismatches(node, { ticket, snapshot }) {
    if (ticket === null) return [{ part: "ticketless" }];
    const found: Mismatch[] = [];
    if (!node.columns.includes(ticket.column)) {
      const known = new Set(snapshot.columns.map((column) => column.name));
      found.push({
        part: "column",
        columns: node.columns,
        column: ticket.column,
        unknownColumns: node.columns.filter((name) => !known.has(name)),
      });
    }
    if (node.assigneeSlug !== undefined && ticket.assignee !== node.assigneeSlug) {
      found.push({ part: "assignee", assignee: ticket.assignee, expected: node.assigneeSlug });
    }
    return found;
  },
  restMs: (node) => node.debounceSeconds * 1000,
  describe(node, locale) {
    const where = either(locale, node.columns);
    const slug = node.assigneeSlug;
    if (locale === "en") {
      const whose = slug === undefined ? "" : ` assigned to ${slug}`;
      return `For each ticket in ${where === "" ? "no column" : where}${whose}`;
    }
    const whose = slug === undefined ? "" : ` attribué à ${slug}`;
    return `Pour chaque ticket dans ${where === "" ? "aucune colonne" : where}${whose}`;
  },
  columns: (node) => node.columns,
  backoff: (node) => ({
    baseMs: node.failureBackoffSeconds * 1000,
    maxMs: node.maxFailureBackoffSeconds * 1000,
  }),
});
