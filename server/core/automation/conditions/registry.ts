import type { z } from "zod";
import { allSubTicketsInStatus } from "./all-sub-tickets-in-status.ts";
import { assignedTo } from "./assigned-to.ts";
import type { ConditionDefinition } from "./condition.ts";
import { fieldLength } from "./field-length.ts";
import { hasParent } from "./has-parent.ts";
import { labels } from "./labels.ts";
import { minDescriptionLength } from "./min-description-length.ts";
import { noPendingTickets } from "./no-pending-tickets.ts";
import { priority } from "./priority.ts";
import { ticketAge } from "./ticket-age.ts";
import { ticketCountInColumn } from "./ticket-count-in-column.ts";
import { ticketInColumn } from "./ticket-in-column.ts";

/** Every condition: one file and one line here. */
export const conditions = {
  minDescriptionLength,
  fieldLength,
  labels,
  priority,
  assignedTo,
  ticketInColumn,
  ticketCountInColumn,
  noPendingTickets,
  hasParent,
  allSubTicketsInStatus,
  ticketAge,
} satisfies Record<string, ConditionDefinition>;

export type ConditionType = keyof typeof conditions;
export type Condition = z.output<(typeof conditions)[ConditionType]["schema"]>;

/** The definition behind a condition of a parsed configuration. */
export function conditionOf(condition: Condition): ConditionDefinition {
  return conditions[condition.type];
}
