import type { TriggerType } from "#server/core/automation/triggers/registry.ts";
import { pollInactivity } from "./agent-inactivity.ts";
import { pollBoardIdle } from "./board-idle.ts";
import { pollComments } from "./comment-added.ts";
import { pollCommits } from "./git-commit.ts";
import { pollInterval } from "./interval.ts";
import type { Poller } from "./poller.ts";
import { pollStatusChanges } from "./status-change.ts";
import { pollSubTickets } from "./sub-ticket-status.ts";

/** How each event trigger finds its occurrences; null = a level trigger, computed at each tick. */
export const pollers = {
  ticketInColumn: null,
  statusChange: pollStatusChanges,
  subTicketStatus: pollSubTickets,
  ticketCommentAdded: pollComments,
  gitCommit: pollCommits,
  interval: pollInterval,
  boardIdle: pollBoardIdle,
  agentInactivity: pollInactivity,
} satisfies Record<TriggerType, Poller | null>;
