import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import type { ColumnFacts } from "../snapshot.ts";

/** The admission's own move would pass a column's hard limit (rule 23). */
export const columnFull: Gate = {
  judge(context) {
    const column = targetOf(context);
    if (column === null) return notApplicable;
    return {
      pass: !isFull(column),
      expected: { column: column.name, limit: column.wipHard ? column.wipLimit : null },
      actual: column.count,
    };
  },
  sentence(context) {
    const column = targetOf(context);
    return say("gate.COLUMN_FULL", {
      column: column?.name ?? "",
      count: column?.count ?? 0,
      limit: column?.wipLimit ?? 0,
    });
  },
  change: (context) => suggest("change.free_column", { column: targetOf(context)?.name ?? "" }),
};

/** Whether one more card would pass the column's hard limit. */
export function isFull(column: ColumnFacts): boolean {
  return column.wipHard && column.wipLimit !== null && column.count >= column.wipLimit;
}

/** Where the admission puts the ticket in the end; null = it stays. */
function targetOf({ request, ticket, snapshot }: GateContext): ColumnFacts | null {
  if (request.kind === "problem" || ticket === null) return null;
  const move = request.actionsBefore.findLast((action) => action.type === "moveTicketStatus");
  if (move === undefined || move.to === ticket.column) return null;
  return snapshot.columns.find((column) => column.name === move.to) ?? null;
}
