import { z } from "zod";
import type { DispatchSnapshot, TicketFacts } from "../../dispatch/snapshot.ts";
import type { Locale, NodeShape } from "../node.ts";

/** When an action after a runAgent executes: by the run's outcome, never by its verdict. */
export const actionOnSchema = z.enum(["completed", "failed", "always"]);
export type ActionOn = z.infer<typeof actionOnSchema>;

export const actionShape = { on: actionOnSchema.default("completed") };

export interface ActionFacts {
  snapshot: DispatchSnapshot;
  ticket: TicketFacts | null;
}

/** An action ready to execute: placeholders filled, names resolved as far as the board is known. */
export type PlannedAction =
  | { type: "moveTicketStatus"; index: number; on: ActionOn; to: string }
  | { type: "addComment"; index: number; on: ActionOn; content: string; author: string }
  | { type: "assignTicket"; index: number; on: ActionOn; slug: string | null }
  | { type: "setLabels"; index: number; on: ActionOn; add: string[]; remove: string[] };

export interface ActionDefinition<
  Schema extends z.ZodObject = z.ZodObject,
> extends NodeShape<Schema> {
  /** null for runAgent, which becomes the run itself. `index` = place in the automation's actions. */
  plan(node: { type: string }, index: number, facts: ActionFacts): PlannedAction | null;
  /** "move it to InProgress". */
  describe(node: { type: string }, locale: Locale): string;
  columns(node: { type: string }): string[];
}

interface ActionParts<Schema extends z.ZodObject> extends NodeShape<Schema> {
  plan(node: z.output<Schema>, index: number, facts: ActionFacts): PlannedAction | null;
  describe(node: z.output<Schema>, locale: Locale): string;
  columns?(node: z.output<Schema>): string[];
}

/** Makes an action usable through the registry without knowing its own type. */
export function defineAction<Schema extends z.ZodObject>(
  parts: ActionParts<Schema>,
): ActionDefinition<Schema> {
  const isOwn = (node: { type: string }): node is { type: string } & z.output<Schema> =>
    node.type === parts.type;
  const own = (node: { type: string }): z.output<Schema> => {
    if (!isOwn(node)) throw new Error(`action: expected ${parts.type}, found ${node.type}`);
    return node;
  };
  return {
    ...parts,
    plan: (node, index, facts) => parts.plan(own(node), index, facts),
    describe: (node, locale) => parts.describe(own(node), locale),
    columns: (node) => parts.columns?.(own(node)) ?? [],
  };
}
