import { z } from "zod";
import type { DispatchSnapshot, TicketFacts } from "../../dispatch/snapshot.ts";
import type { Locale, NodeShape } from "../node.ts";

/** When an action after a runAgent executes: by the run's outcome, never by its verdict. */
export const actionOnSchema = z.enum(["completed", "failed", "always"]);
export type ActionOn = z.infer<typeof actionOnSchema>;

export const actionShape = {
  on: actionOnSchema.default("completed").describe("After a run: by which of its ends."),
};

export interface ActionFacts {
  snapshot: DispatchSnapshot;
  ticket: TicketFacts | null;
}

/** Where an action stands in its automation, and after which outcome it happens. */
interface Placed {
  index: number;
  on: ActionOn;
}

/** Changes of the triggering ticket: part of the transaction that admits or settles. */
export type CardAction = Placed &
  (
    | { type: "moveTicketStatus"; to: string }
    | { type: "addComment"; content: string; author: string }
    | { type: "assignTicket"; slug: string | null }
    | { type: "setLabels"; add: string[]; remove: string[] }
  );

/** Owes the agent a short run of its own, without a ticket, that compacts its memory. */
export type ConsolidateAction = Placed & { type: "consolidateAgentMemory"; agent: string };

/** A new ticket; its own transaction, since every ticket has its own row in the activity log. */
export type CreateTicketAction = Placed & {
  type: "createTicket";
  title: string;
  description: string;
  status: string;
  assignedTo: string | null;
  labels: string[];
  /** Index into the priorities. */
  priority: number;
  /** Number of the parent. */
  parentId: number | null;
  createdBy: string;
  skipIfExists: boolean;
};

/** What leaves the board: never inside a transaction, at least once. */
export type ExternalAction = Placed &
  (
    | {
        type: "runCommand";
        command: string;
        args: string[];
        env: Record<string, string>;
        timeoutSeconds: number;
        abortOnFailure: boolean;
      }
    | {
        type: "executePowerShell";
        script: string;
        /** Relative to the workspace; wins over `script`. */
        scriptFile: string | null;
        args: string[];
        env: Record<string, string>;
        timeoutSeconds: number;
        abortOnFailure: boolean;
      }
    | {
        type: "httpRequest";
        method: string;
        url: string;
        headers: Record<string, string>;
        body: string | null;
        timeoutSeconds: number;
      }
    | { type: "commitAgentMemory"; agent: string }
  );

/** An action ready to execute: placeholders filled, names resolved as far as the board is known. */
export type PlannedAction = CardAction | ConsolidateAction | CreateTicketAction | ExternalAction;

/** Whether it needs a step of its own beside the transaction that admits or settles. */
export function isOwnStep(action: PlannedAction): action is CreateTicketAction | ExternalAction {
  return !isBoardAction(action);
}

/** Whether it may be part of the transaction that admits or settles. */
export function isBoardAction(action: PlannedAction): action is CardAction | ConsolidateAction {
  return boardTypes.has(action.type);
}

const boardTypes: ReadonlySet<PlannedAction["type"]> = new Set([
  "moveTicketStatus",
  "addComment",
  "assignTicket",
  "setLabels",
  "consolidateAgentMemory",
]);

export interface ActionDefinition<
  Schema extends z.ZodObject = z.ZodObject,
> extends NodeShape<Schema> {
  /** null for runAgent, which becomes the run itself, and where there is nothing to do: `{assignee}`
   *  without one. `index` = place in the automation's actions. */
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
