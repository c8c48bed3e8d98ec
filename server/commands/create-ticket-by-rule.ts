import type { CreateTicketAction } from "#server/core/automation/plan.ts";
import type { Tx } from "../store/client.ts";
import type { SentenceKey } from "#server/core/dispatch/sentence-texts.ts";
import { told } from "./action-note.ts";
import type { ActionNote } from "./action-note.ts";
import { isMember } from "./apply-actions.ts";
import { ensureLabels } from "./ensure-labels.ts";
import { MAX_LEVEL, insertTicket, toOneLine } from "./insert-ticket.ts";
import { lockColumnNamed, lockTree } from "./lock-rows.ts";

export interface RuleTicket {
  note: ActionNote;
  /** Null: it exists already, or cannot be made. */
  created: {
    id: number;
    number: number;
    column: string;
    parent: number | null;
    isRebalanced: boolean;
  } | null;
}

/** Locks that a `createTicket` needs; taken before the row that says it is owed (rule 8). */
export async function lockForNewTicket(
  tx: Tx,
  projectId: number,
  action: CreateTicketAction,
): Promise<{ id: number; name: string } | null> {
  if (action.parentId !== null) await lockTree(tx, projectId);
  return lockColumnNamed(tx, projectId, action.status);
}

/**
 * Makes the ticket of a rule inside the caller's transaction, in a column that is locked. Exactly once:
 * the same transaction counts the step as done. `skipIfExists` looks at open tickets of that title.
 * Unknown labels are created, an unknown assignee is nobody. Writes no activity.
 */
export async function createTicketByRule(
  tx: Tx,
  action: CreateTicketAction,
  scope: {
    projectId: number;
    runId: string | null;
    column: { id: number; name: string } | null;
    now: Date;
  },
): Promise<RuleTicket> {
  const { projectId, column } = scope;
  const { type, index } = action;
  const title = toOneLine(action.title);
  const refuse = (
    key: SentenceKey,
    values: Record<string, string | number> = {},
    ok = false,
  ): RuleTicket => ({
    note: { type, index, ok, ...told(key, { action: type, ...values }) },
    created: null,
  });
  if (column === null) return refuse("action.column_unknown", { column: action.status });
  if (title === "") return refuse("action.title_empty");
  if (action.skipIfExists) {
    const open = await tx.ticket.findFirst({
      where: { projectId, title, deletedAt: null, column: { role: { not: "done" } } },
      select: { number: true },
    });
    if (open) return refuse("action.exists", { ticket: open.number }, true);
  }
  const parent =
    action.parentId === null
      ? null
      : await tx.ticket.findFirst({
          where: { projectId, number: action.parentId, deletedAt: null },
          select: { id: true, number: true, level: true },
        });
  if (action.parentId !== null && parent === null) {
    return refuse("action.parent_unknown", { ticket: action.parentId });
  }
  if (parent !== null && parent.level >= MAX_LEVEL) {
    const { number, level } = parent;
    return refuse("action.depth_limit", { ticket: number, level, limit: MAX_LEVEL });
  }
  const wanted = action.assignedTo;
  const hasAssignee = wanted !== null && (await isMember(tx, projectId, wanted));
  const { ticket, isRebalanced } = await insertTicket(tx, {
    projectId,
    title,
    description: action.description,
    column,
    parent,
    assignee: hasAssignee ? wanted : null,
    priority: action.priority,
    labelIds: await ensureLabels(tx, projectId, action.labels),
    createdBy: action.createdBy,
    createdByKind: "automation",
    createdByRunId: scope.runId,
    now: scope.now,
  });
  const made = { action: type, ticket: ticket.number };
  return {
    note: {
      type,
      index,
      ok: true,
      ...(wanted === null || hasAssignee
        ? told("action.made", made)
        : told("action.made_for_nobody", { ...made, slug: wanted })),
    },
    created: { ...ticket, column: column.name, parent: parent?.number ?? null, isRebalanced },
  };
}
