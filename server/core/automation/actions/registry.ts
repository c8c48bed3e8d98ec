import type { z } from "zod";
import type { ActionDefinition } from "./action.ts";
import { addComment } from "./add-comment.ts";
import { commitAgentMemory, consolidateAgentMemory } from "./agent-memory.ts";
import { assignTicket } from "./assign-ticket.ts";
import { createTicket } from "./create-ticket.ts";
import { executePowerShell } from "./execute-power-shell.ts";
import { httpRequest } from "./http-request.ts";
import { moveTicketStatus } from "./move-ticket-status.ts";
import { runAgent } from "./run-agent.ts";
import { runCommand } from "./run-command.ts";
import { setLabels } from "./set-labels.ts";

/** Every action: one file and one line here. */
export const actions = {
  runAgent,
  moveTicketStatus,
  assignTicket,
  setLabels,
  addComment,
  createTicket,
  runCommand,
  executePowerShell,
  httpRequest,
  consolidateAgentMemory,
  commitAgentMemory,
} satisfies Record<string, ActionDefinition>;

/** Other names of action types in existing files. */
export const actionAliases: Record<string, string> = { runClaudeSkill: "runAgent" };

export type ActionType = keyof typeof actions;
export type Action = z.output<(typeof actions)[ActionType]["schema"]>;
export type RunAgentAction = z.output<typeof runAgent.schema>;
export type ConsolidateNode = z.output<typeof consolidateAgentMemory.schema>;

/** The definition behind an action of a parsed configuration. */
export function actionOf(action: Action): ActionDefinition {
  return actions[action.type];
}
