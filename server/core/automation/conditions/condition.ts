import { z } from "zod";
import type { DispatchSnapshot, TicketFacts } from "../../dispatch/snapshot.ts";
import type { SentenceKey } from "../../dispatch/sentence-texts.ts";
import type { Locale, NodeShape } from "../node.ts";

export interface ConditionFacts {
  snapshot: DispatchSnapshot;
  ticket: TicketFacts;
}

/** What a condition found, before `negate`. Values are short, for the table under Why. */
export interface Finding {
  holds: boolean;
  /** False: the facts are not there, so it counts as false, negated or not. Default true. */
  isKnown?: boolean;
  expected: unknown;
  actual: unknown;
}

/** A fix for a false condition: a sentence part, and a write where one write does it. */
export interface ConditionFix {
  key: SentenceKey;
  values: Record<string, string | number>;
  write:
    | { kind: "assign"; slug: string }
    | { kind: "add_label"; label: string }
    | { kind: "move"; column: string }
    | null;
}

export interface ConditionDefinition<
  Schema extends z.ZodObject = z.ZodObject,
> extends NodeShape<Schema> {
  find(node: { type: string }, facts: ConditionFacts): Finding;
  /** Where the firing has no ticket; null = it is about one, and so false there. */
  findOnBoard(node: { type: string }, snapshot: DispatchSnapshot): Finding | null;
  /** The smallest change that turns a false condition true (`negate` included). */
  fix(node: { type: string }, facts: ConditionFacts): ConditionFix;
  /** "has the label blog", "does not have the label blog". */
  describe(node: { type: string }, locale: Locale): string;
  columns(node: { type: string }): string[];
}

interface ConditionParts<Schema extends z.ZodObject> extends NodeShape<Schema> {
  find(node: z.output<Schema>, facts: ConditionFacts): Finding;
  findOnBoard?(node: z.output<Schema>, snapshot: DispatchSnapshot): Finding | null;
  fix(node: z.output<Schema>, facts: ConditionFacts): ConditionFix;
  describe(node: z.output<Schema>, locale: Locale): string;
  columns?(node: z.output<Schema>): string[];
}

/** Key every condition takes. */
export const conditionShape = {
  negate: z.boolean().default(false).describe("Holds when the condition does not."),
};

/** Makes a condition usable through the registry without knowing its own type. */
export function defineCondition<Schema extends z.ZodObject>(
  parts: ConditionParts<Schema>,
): ConditionDefinition<Schema> {
  const isOwn = (node: { type: string }): node is { type: string } & z.output<Schema> =>
    node.type === parts.type;
  const own = (node: { type: string }): z.output<Schema> => {
    if (!isOwn(node)) throw new Error(`condition: expected ${parts.type}, found ${node.type}`);
    return node;
  };
  return {
    ...parts,
    find: (node, facts) => parts.find(own(node), facts),
    findOnBoard: (node, snapshot) => parts.findOnBoard?.(own(node), snapshot) ?? null,
    fix: (node, facts) => parts.fix(own(node), facts),
    describe: (node, locale) => parts.describe(own(node), locale),
    columns: (node) => parts.columns?.(own(node)) ?? [],
  };
}
