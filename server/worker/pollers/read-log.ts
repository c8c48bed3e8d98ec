import type { FieldChange } from "#server/contracts/activity.ts";
import type { Tx } from "../../store/client.ts";
import { Prisma } from "../../store/generated/client.ts";
import type { Turn } from "./poller.ts";

/** A row of the activity log as triggers read it. */
export interface LogRow {
  revision: number;
  ticketId: number;
  at: Date;
  kind: string;
  actorKind: string;
  actor: string;
  automationId: string | null;
  changes: FieldChange[];
  /** Number of the parent, on rows about a sub-ticket that came or went. */
  parent: number | null;
  /** Number of the comment it made. */
  comment: number | null;
}

type Row = Omit<LogRow, "revision" | "changes" | "parent" | "comment"> & {
  revision: bigint;
  data: { changes?: FieldChange[]; parent?: number; comment?: number };
};

/** Rows about tickets in the turn's part of the log that meet a condition, oldest first, by index. */
export async function readLog(turn: Turn, condition: Prisma.Sql): Promise<LogRow[]> {
  const { tx, projectId, after, until } = turn;
  if (until <= after) return [];
  const rows = await tx.$queryRaw<Row[]>(Prisma.sql`
    SELECT "revision", "ticketId", "at", "kind", "actorKind", "actor", "automationId", "data"
      FROM "Activity"
     WHERE "projectId" = ${projectId} AND "revision" > ${after} AND "revision" <= ${until}
       AND "ticketId" IS NOT NULL AND (${condition})
     ORDER BY "revision"`);
  return rows.map(({ data, revision, ...row }) => ({
    ...row,
    revision: Number(revision),
    changes: data.changes ?? [],
    parent: data.parent ?? null,
    comment: data.comment ?? null,
  }));
}

/** Rows that change one of these fields. */
export function changesField(...fields: FieldChange["field"][]): Prisma.Sql {
  const parts = fields.map(
    (field) => Prisma.sql`"data"->'changes' @> ${JSON.stringify([{ field }])}::jsonb`,
  );
  return Prisma.join(parts, " OR ");
}

/** Moves of a ticket to another column among a row's changes; being created somewhere is none. */
export function movesOf(row: LogRow): { from: string; to: string }[] {
  return row.changes.flatMap(({ field, from, to }) =>
    field === "status" && typeof from === "string" && typeof to === "string" && from !== to
      ? [{ from, to }]
      : [],
  );
}

export interface Place {
  id: number;
  number: number;
  parentId: number | null;
  column: string;
}

/** Where tickets that are not deleted stand now, by id. */
export async function readPlaces(tx: Tx, where: Prisma.TicketWhereInput): Promise<Place[]> {
  const tickets = await tx.ticket.findMany({
    where: { ...where, deletedAt: null },
    select: { id: true, number: true, parentId: true, column: { select: { name: true } } },
  });
  return tickets.map(({ column, ...ticket }) => ({ ...ticket, column: column.name }));
}
