import type { TriggerType } from "#server/core/automation/triggers/registry.ts";
import { pollComments } from "./comment-added.ts";
import type { Poller } from "./poller.ts";

/** How each event trigger finds its occurrences; null = a level trigger, computed at each tick. */
export const pollers = {
  ticketInColumn: null,
  ticketCommentAdded: pollComments,
} satisfies Record<TriggerType, Poller | null>;
