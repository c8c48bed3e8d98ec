/** How rows of columns, labels, members and comments cross the wire: ids are numbers of the project. */
import type { Column, Comment, Label, Member } from "#server/contracts/ticket.ts";
import type { ActorKind, ColumnRole } from "#server/contracts/words.ts";
import type * as Rows from "#server/store/generated/client.ts";

export function toColumn(row: Rows.BoardColumn): Column {
  return {
    id: row.number,
    name: row.name,
    color: row.color,
    sortOrder: row.position,
    role: row.role as ColumnRole,
    sort: row.sort as Column["sort"],
    wipLimit: row.wipLimit,
    wipHard: row.wipHard,
  };
}

export function toLabel(row: Pick<Rows.Label, "number" | "name" | "color">): Label {
  return { id: row.number, name: row.name, color: row.color };
}

export function toMember(row: Rows.Member, hasSkill: boolean, now: Date): Member {
  const isHeld = row.heldAt !== null && (row.heldUntil === null || row.heldUntil > now);
  return {
    id: row.number,
    name: row.name,
    slug: row.slug,
    kind: row.kind as Member["kind"],
    type: row.agentType,
    isHeld,
    hasSkill,
  };
}

export function toComment(row: Rows.Comment, ticketNumber: number): Comment {
  return {
    id: row.number,
    ticketId: ticketNumber,
    content: row.content,
    author: row.author,
    authorKind: row.authorKind as ActorKind,
    runId: row.runId,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}
