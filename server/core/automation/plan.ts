import type { RunHarness } from "#server/contracts/run.ts";
import type {
  ActionOn,
  CardAction,
  ConsolidateAction,
  CreateTicketAction,
  ExternalAction,
  PlannedAction,
} from "./actions/action.ts";

/** A run as the admission stores it: settings resolved, placeholders filled (rules 13, 30, 39). */
export interface RunRequest {
  kind: "run";
  agent: string;
  /** Whose runAgent action it uses; null = front matter and defaults. */
  automationId: string | null;
  automationName: string | null;
  /** Place of that runAgent in the automation's actions. */
  actionIndex: number | null;
  skillFile: string | null;
  group: string;
  exclusions: string[];
  model: string | null;
  fallbackModel: string | null;
  maxTurns: number;
  maxCostUsd: number | null;
  /** What the admission sets aside, in USD (rule 4). */
  reservationUsd: number;
  timeoutSeconds: number;
  env: Record<string, string>;
  isolation: "workspace" | "worktree";
  restoreStatusOnFail: boolean;
  contract: "derived" | "explicit";
  contextMode: "minimal" | "lineage";
  /** Text for runs without a ticket. */
  context: string | null;
  /** What a person changed for this try; empty = nothing. */
  harness: RunHarness;
  /** Coders, devops and agents without a type may write files. */
  isWriter: boolean;
  /** Part of the admission. Moves into the ticket's own column are left out. */
  actionsBefore: BoardAction[];
  /** Between the claim and the spawn, in order: what cannot be part of a transaction, and what follows it. */
  actionsOwed: PlannedAction[];
  /** Not the agent's work: a run that compacts its memory by this file's instructions, or by ours. */
  memory: { instructionFile: string } | null;
  /** After the run, by its outcome; empty when another runAgent follows (see `nextActionIndex`). */
  actionsAfter: PlannedAction[];
  /** The next runAgent of the chain: on `completed` owe a firing of cause `chain` with payload
   *  `{ actionIndex }`; the actions in between belong to that admission (rule 33). */
  nextActionIndex: number | null;
  maxConsecutiveRuns: number;
  /** Pauses between retries. */
  backoff: { baseMs: number; maxMs: number };
}

/** An automation without runAgent: its actions happen in the admission, or right after it. */
export interface ActionsRequest {
  kind: "actions";
  agent: null;
  automationId: string;
  automationName: string;
  actionsBefore: BoardAction[];
  actionsOwed: PlannedAction[];
}

/** Why no request can be made; the gate AGENT_UNAVAILABLE shows it. */
export interface RunProblem {
  kind: "problem";
  code: "no_assignee" | "assignee_is_person" | "not_a_member" | "no_agent" | "no_automation";
  /** The slug in question, where there is one. */
  agent: string | null;
}

export type StartRequest = RunRequest | ActionsRequest;
/** What a transaction that admits or settles may do. */
export type BoardAction = CardAction | ConsolidateAction;
export type { ActionOn, CardAction, CreateTicketAction, ExternalAction, PlannedAction };
