import { z } from "zod";
import { triggerShape, triggerSynonyms } from "../node.ts";
import type { Locale } from "../node.ts";
import { awaitEvent, defaultBackoff, defineTrigger, notIn } from "./trigger.ts";

/**
 * Event trigger: one owed firing per ticket that moved from one column to another (absent = any). With
 * `silenceSeconds` it is due that long after the last activity of a person or agent on the ticket;
 * leaving `to` closes it (rule 32). Being created in a column is no move.
 */
export const statusChange = defineTrigger({
  type: "statusChange",
  kind: "event",
  isTicketless: false,
  followsBoard: true,
  schema: z.object({
    type: z.literal("statusChange"),
    ...triggerShape(30),
    from: z.string().min(1).optional().describe("Column the ticket left; absent: any."),
    to: z
      .string()
      .min(1)
      .optional()
      .describe("Column it came to; absent: any. Leaving it again closes the firing."),
    silenceSeconds: z
      .number()
      .min(0)
      .max(30 * 86_400)
      .default(0)
      .describe("Fires that long after the last act of a person or agent on the ticket."),
    debounceSeconds: z.number().min(0).optional().describe("read and ignored"),
  }),
  synonyms: { ...triggerSynonyms, status: "to" },
  mismatches(node, facts) {
    if (facts.ticket === null) return [{ part: "ticketless" }];
    if (facts.firing === null) return awaitEvent(facts, `a move${route(node, "en")}`);
    return node.to === undefined ? [] : notIn(facts.snapshot, facts.ticket, node.to);
  },
  restMs: () => 0,
  describe(node, locale) {
    const move =
      locale === "en"
        ? `When a ticket moves${route(node, locale)}`
        : `Quand un ticket passe${route(node, locale)}`;
    if (node.silenceSeconds === 0) return move;
    const pause = duration(node.silenceSeconds);
    return locale === "en"
      ? `${move} and nobody touched it for ${pause}`
      : `${move} et que personne n’y a touché depuis ${pause}`;
  },
  columns: (node) => [node.from, node.to].filter((name) => name !== undefined),
  backoff: () => defaultBackoff,
});

function route(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  locale: Locale,
): string {
  const [word, target] = locale === "en" ? [" from ", " to "] : [" de ", " à "];
  const anywhere = locale === "en" ? " to another column" : " dans une autre colonne";
  if (from === undefined && to === undefined) return anywhere;
  return `${from === undefined ? "" : `${word}${from}`}${to === undefined ? "" : `${target}${to}`}`;
}

function duration(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
