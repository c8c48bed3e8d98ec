import type { TicketRef } from "#server/contracts/ticket.ts";
import { Prisma } from "#server/store/generated/client.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

const MAX_FOUND = 12;

/**
 * Live tickets for a list to choose from: by the beginning of their number (`42`, `#42`) or a part of
 * their title in any case; the very number first, then what changed last.
 */
export async function findTickets(
  reader: Reader,
  projectId: number,
  text: string,
): Promise<TicketRef[]> {
  const wanted = text.trim();
  const digits = /^#?(\d{1,9})$/.exec(wanted)?.[1] ?? null;
  const title = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
  const match =
    digits === null
      ? Prisma.sql`t."title" ILIKE ${title}`
      : Prisma.sql`(t."number"::text LIKE ${`${digits}%`} OR t."title" ILIKE ${title})`;
  return clientOf(reader).$queryRaw<TicketRef[]>`
    SELECT t."number" AS "id", t."title", c."name" AS "status"
      FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
     WHERE t."projectId" = ${projectId} AND t."deletedAt" IS NULL AND ${match}
     ORDER BY (t."number"::text = ${digits ?? ""}) DESC, t."lastActivityAt" DESC, t."number" DESC
     LIMIT ${MAX_FOUND}`;
}

/** Titles of the tickets that a text names; unknown and deleted ones are left out. */
export async function nameTickets(
  reader: Reader,
  projectId: number,
  numbers: readonly number[],
): Promise<TicketRef[]> {
  const rows = await clientOf(reader).ticket.findMany({
    where: { projectId, number: { in: [...numbers] }, deletedAt: null },
    select: { number: true, title: true, column: { select: { name: true } } },
    orderBy: { number: "asc" },
  });
  return rows.map((row) => ({ id: row.number, title: row.title, status: row.column.name }));
}
