import { z } from "zod";
import type { DispatchSnapshot, TicketFacts } from "../../dispatch/snapshot.ts";
import { fillPlaceholders } from "../placeholders.ts";
import { readColumns } from "../raw-keys.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFix, Finding } from "./condition.ts";
import { ticketCountInColumn } from "./ticket-count-in-column.ts";

const schema = z.object({
  type: z.literal("noPendingTickets"),
  assigneeSlug: z.string().min(1).optional().describe("Only tickets of this assignee count."),
  columns: z
    .array(z.string().min(1))
    .default(["Todo", "InProgress"])
    .describe("Columns that have to be empty."),
  concurrencyGroup: z
    .string()
    .min(1)
    .optional()
    .describe("And no run may be active in this group."),
  sameAssignee: z
    .boolean()
    .default(false)
    .describe("Only tickets of the ticket’s own assignee count."),
  ...conditionShape,
});
type Node = z.output<typeof schema>;

/** The same count as `ticketCountInColumn` == 0. */
const counted = ({ columns, assigneeSlug, sameAssignee }: Node) => ({
  type: "ticketCountInColumn" as const,
  columns,
  assigneeSlug,
  sameAssignee,
  operator: "==" as const,
  value: 0,
  negate: false,
});

/** Condition of older files: no ticket in these columns and no run active in that group (engine.md §8). */
export const noPendingTickets = defineCondition({
  type: "noPendingTickets",
  schema,
  rewrite: (raw) => readColumns(raw, true),
  find: (node, { snapshot, ticket }) =>
    both(node, snapshot, ticket, ticketCountInColumn.find(counted(node), { snapshot, ticket })),
  findOnBoard(node, snapshot) {
    const count = ticketCountInColumn.findOnBoard(counted(node), snapshot);
    return count === null ? null : both(node, snapshot, null, count);
  },
  fix(node, { snapshot, ticket }): ConditionFix {
    const group = groupOf(node, ticket);
    const isCount = !ticketCountInColumn.find(counted(node), { snapshot, ticket }).holds;
    if (group === null || isCount || node.negate) {
      const operator = node.negate ? "not ==" : "==";
      const columns = node.columns.join(", ");
      return { key: "fix.count", values: { columns, operator, value: 0 }, write: null };
    }
    return { key: "fix.group_free", values: { group }, write: null };
  },
  describe(node, locale) {
    const group = node.concurrencyGroup;
    const count = ticketCountInColumn.describe(counted(node), locale);
    const both =
      group === undefined
        ? count
        : locale === "fr"
          ? `${count} et aucune exécution du groupe ${group} n’est en cours`
          : `${count} and no run of the group ${group} is active`;
    if (!node.negate) return both;
    return locale === "fr" ? `il est faux que ${both}` : `it is not so that ${both}`;
  },
  columns: (node) => node.columns,
});

/** The group that has to be free; null = none is named. */
function groupOf(node: Node, ticket: TicketFacts | null): string | null {
  if (node.concurrencyGroup === undefined) return null;
  return fillPlaceholders(node.concurrencyGroup, {
    assignee: ticket?.assignee ?? "",
    ticketId: ticket === null ? "none" : String(ticket.number),
  });
}

function both(
  node: Node,
  snapshot: DispatchSnapshot,
  ticket: TicketFacts | null,
  count: Finding,
): Finding {
  const group = groupOf(node, ticket);
  const busy = group === null ? [] : snapshot.activeRuns.filter((run) => run.group === group);
  return {
    ...count,
    holds: count.holds && busy.length === 0,
    actual: busy.length === 0 ? count.actual : { count: count.actual, group, runs: busy.length },
  };
}
