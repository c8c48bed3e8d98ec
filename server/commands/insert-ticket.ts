import { takeNumber } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";
import { placeInColumn } from "./order-key.ts";

/** Deepest level of a ticket: PROJ, JOB, TASK, SUB. */
export const MAX_LEVEL = 4;

export interface NewTicket {
  projectId: number;
  title: string;
  description: string;
  /** Locked by the caller. */
  column: { id: number };
  parent: { id: number; level: number } | null;
  assignee: string | null;
  /** Index into the priorities. */
  priority: number;
  labelIds: number[];
  createdBy: string;
  createdByKind: string;
  createdByRunId: string | null;
  now: Date;
}

/** Inserts a ticket at the end of its column, inside the caller's transaction. Writes no activity. */
export async function insertTicket(
  tx: Tx,
  input: NewTicket,
): Promise<{ ticket: { id: number; number: number }; isRebalanced: boolean }> {
  const { projectId, column, parent, labelIds, now, ...fields } = input;
  const { orderKey, isRebalanced } = await placeInColumn(tx, column.id, {}, null);
  const number = await takeNumber(tx, projectId, "nextTicket");
  const { id } = await tx.ticket.create({
    data: {
      ...fields,
      title: toOneLine(input.title),
      projectId,
      number,
      columnId: column.id,
      orderKey,
      parentId: parent?.id ?? null,
      level: (parent?.level ?? 0) + 1,
      enteredColumnAt: now,
      lastActivityAt: now,
      createdAt: now,
      updatedAt: now,
      labels: { create: labelIds.map((labelId) => ({ labelId })) },
    },
    select: { id: true },
  });
  return { ticket: { id, number }, isRebalanced };
}

/** A title is one line (S-21). */
export function toOneLine(title: string): string {
  return title.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();
}
