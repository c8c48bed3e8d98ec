import type { z } from "zod";
import { agentInactivity } from "./agent-inactivity.ts";
import { boardIdle } from "./board-idle.ts";
import { gitCommit } from "./git-commit.ts";
import { interval } from "./interval.ts";
import { statusChange } from "./status-change.ts";
import { subTicketStatus } from "./sub-ticket-status.ts";
import { ticketCommentAdded } from "./ticket-comment-added.ts";
import { ticketInColumn } from "./ticket-in-column.ts";
import type { TriggerDefinition } from "./trigger.ts";

/** Every trigger: one file and one line here. */
export const triggers = {
  ticketInColumn,
  statusChange,
  subTicketStatus,
  ticketCommentAdded,
  gitCommit,
  interval,
  boardIdle,
  agentInactivity,
} satisfies Record<string, TriggerDefinition>;

export type TriggerType = keyof typeof triggers;
export type Trigger = z.output<(typeof triggers)[TriggerType]["schema"]>;

/** The definition behind a trigger; null for an invalid one. */
export function triggerOf(trigger: { type: string }): TriggerDefinition | null {
  const known: Record<string, TriggerDefinition> = triggers;
  return known[trigger.type] ?? null;
}
