import type { Column } from "#server/contracts/ticket.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/** Cards of a column that travel at once. */
export const WINDOW_SIZE = 50;

export interface ColumnWindow {
  ticketIds: number[];
  /** Cursor of the next window, null at the end. */
  next: string | null;
}

interface WindowRow {
  columnId: number;
  id: number;
  /** Sort value of the row, as text, and the order key, as the cursor repeats them. */
  value: string;
}

interface Order {
  /** What rows are compared by, as one text or number, then by id. */
  value: Prisma.Sql;
  type: Prisma.Sql;
  direction: "asc" | "desc";
}

const cost = Prisma.sql`(SELECT coalesce(sum(r."costUsd"), 0) FROM "Run" r WHERE r."ticketId" = t."id")`;

const orders: Record<Column["sort"], Order> = {
  manual: {
    value: Prisma.sql`t."orderKey" COLLATE "C"`,
    type: Prisma.sql`text COLLATE "C"`,
    direction: "asc",
  },
  priority: { value: Prisma.sql`t."priority"`, type: Prisma.sql`int`, direction: "desc" },
  updated: { value: Prisma.sql`t."updatedAt"`, type: Prisma.sql`timestamptz`, direction: "desc" },
  created: { value: Prisma.sql`t."createdAt"`, type: Prisma.sql`timestamptz`, direction: "desc" },
  oldest: { value: Prisma.sql`t."createdAt"`, type: Prisma.sql`timestamptz`, direction: "asc" },
  cost: { value: cost, type: Prisma.sql`numeric`, direction: "desc" },
};

interface WantedColumn {
  id: number;
  sort: Column["sort"];
  after?: string;
}

/**
 * The first window of each column, or the one after a cursor, as ticket ids in the column's order. One
 * statement for all columns; a manual column is read from its index. `where` says which tickets, see
 * `TicketScope`.
 */
export async function readWindows(
  reader: Reader,
  columns: WantedColumn[],
  where: Prisma.Sql,
): Promise<Map<number, ColumnWindow>> {
  if (columns.length === 0) return new Map();
  const rows = await clientOf(reader).$queryRaw<WindowRow[]>(
    Prisma.join(
      columns.map((column) => windowSql(column, where)),
      " UNION ALL ",
    ),
  );
  return new Map(
    columns.map((column) => {
      const found = rows.filter((row) => row.columnId === column.id);
      const page = found.slice(0, WINDOW_SIZE);
      const last = page.at(-1);
      const next = found.length > WINDOW_SIZE && last ? toCursor(last) : null;
      return [column.id, { ticketIds: page.map((row) => row.id), next }];
    }),
  );
}

function windowSql(column: WantedColumn, where: Prisma.Sql): Prisma.Sql {
  const { value, type, direction } = orders[column.sort];
  const cursor = column.after === undefined ? null : fromCursor(column.after);
  const isUp = direction === "asc";
  const after = cursor
    ? isUp
      ? Prisma.sql`AND (${value}, t."id") > (${cursor.value}::${type}, ${cursor.id}::int)`
      : Prisma.sql`AND (${value}, t."id") < (${cursor.value}::${type}, ${cursor.id}::int)`
    : Prisma.empty;
  const order = isUp
    ? Prisma.sql`${value} ASC, t."id" ASC`
    : Prisma.sql`${value} DESC, t."id" DESC`;
  return Prisma.sql`(SELECT t."columnId", t."id", (${value})::text AS "value"
    FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
    WHERE t."columnId" = ${column.id}::int AND ${where} ${after} ORDER BY ${order} LIMIT ${WINDOW_SIZE + 1})`;
}

function toCursor(row: WindowRow): string {
  return Buffer.from(JSON.stringify([row.value, row.id])).toString("base64url");
}

/** null for text that is no cursor of ours: the first window then. */
function fromCursor(text: string): { value: string; id: number } | null {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as [
      unknown,
      unknown,
    ];
    return typeof value === "string" && Number.isInteger(id) ? { value, id: id as number } : null;
  } catch {
    return null;
  }
}
