import type { z } from "zod";
import type { Candidate, DispatchSnapshot, TicketFacts } from "../../dispatch/snapshot.ts";
import type { Locale, NodeShape } from "../node.ts";

/** What a trigger judges: one ticket (or none) and, for event triggers, the firing that is owed. */
export interface TriggerFacts {
  snapshot: DispatchSnapshot;
  ticket: TicketFacts | null;
  firing: Candidate["firing"];
}

/** The part of a trigger that did not select: what the sentence and the smallest change name. */
export type Mismatch =
  | { part: "column"; columns: string[]; column: string; unknownColumns: string[] }
  | { part: "assignee"; assignee: string | null; expected: string }
  | { part: "event"; waitsFor: string }
  | { part: "entered_before" }
  | { part: "ticketless" }
  | { part: "invalid" };

export interface TriggerDefinition<
  Schema extends z.ZodObject = z.ZodObject,
> extends NodeShape<Schema> {
  /** Level: computed from the state of the board, no firing rows. Event: a firing row per occurrence. */
  kind: "level" | "event";
  isTicketless: boolean;
  /** A change on the board makes the next look due at once; else only time does. */
  followsBoard: boolean;
  /** Every part that does not fit; empty = selected. */
  mismatches(node: { type: string }, facts: TriggerFacts): Mismatch[];
  /** How long a ticket has to rest before it is selected, in ms; 0 = at once. */
  restMs(node: { type: string }): number;
  /** "For each ticket in Todo assigned to programmer". */
  describe(node: { type: string }, locale: Locale): string;
  /** Columns that the node names, for warnings about unknown ones. */
  columns(node: { type: string }): string[];
  /** First and largest pause between retries, in ms. */
  backoff(node: { type: string }): { baseMs: number; maxMs: number };
}

interface TriggerParts<Schema extends z.ZodObject> extends NodeShape<Schema> {
  kind: "level" | "event";
  isTicketless: boolean;
  followsBoard: boolean;
  mismatches(node: z.output<Schema>, facts: TriggerFacts): Mismatch[];
  restMs(node: z.output<Schema>): number;
  describe(node: z.output<Schema>, locale: Locale): string;
  columns(node: z.output<Schema>): string[];
  backoff(node: z.output<Schema>): { baseMs: number; maxMs: number };
}

/** Makes a trigger usable through the registry without knowing its own type. */
export function defineTrigger<Schema extends z.ZodObject>(
  parts: TriggerParts<Schema>,
): TriggerDefinition<Schema> {
  const own = (node: { type: string }): z.output<Schema> => {
    if (!isOwn(node)) throw new Error(`trigger: expected ${parts.type}, found ${node.type}`);
    return node;
  };
  const isOwn = (node: { type: string }): node is { type: string } & z.output<Schema> =>
    node.type === parts.type;
  return {
    ...parts,
    mismatches: (node, facts) => parts.mismatches(own(node), facts),
    restMs: (node) => parts.restMs(own(node)),
    describe: (node, locale) => parts.describe(own(node), locale),
    columns: (node) => parts.columns(own(node)),
    backoff: (node) => parts.backoff(own(node)),
  };
}

/** The pauses of triggers that do not say otherwise (engine.md §6). */
export const defaultBackoff = { baseMs: 60_000, maxMs: 1_800_000 };

/** Selected by a firing alone. */
export function awaitEvent({ firing }: TriggerFacts, waitsFor: string): Mismatch[] {
  return firing === null ? [{ part: "event", waitsFor }] : [];
}

/** What a trigger without a ticket says of a ticket, or of a start that it did not fire. */
export function ofTheBoard(facts: TriggerFacts, waitsFor: string): Mismatch[] {
  return facts.ticket === null ? awaitEvent(facts, waitsFor) : [{ part: "event", waitsFor }];
}

/** The ticket is not, or no longer, in the column that the trigger names. */
export function notIn(snapshot: DispatchSnapshot, ticket: TicketFacts, column: string): Mismatch[] {
  if (ticket.column === column) return [];
  const isKnown = snapshot.columns.some(({ name }) => name === column);
  const unknownColumns = isKnown ? [] : [column];
  return [{ part: "column", columns: [column], column: ticket.column, unknownColumns }];
}
