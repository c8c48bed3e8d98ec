/**
 * Row locks of board writers, taken in the one order every writer keeps (rule 8): columns by id, then
 * the ticket, then the project's revision row. NO KEY UPDATE excludes other writers of the same row and
 * lets foreign keys of unrelated inserts pass.
 */
import { Failure } from "#server/contracts/failure.ts";
import type { BoardColumn, Ticket } from "#server/store/generated/client.ts";
import type { Tx } from "#server/store/client.ts";

/** Locks columns of a project by name; the answer is in no particular order, unknown names are absent. */
export async function lockColumnsNamed(
  tx: Tx,
  projectId: number,
  names: string[],
): Promise<BoardColumn[]> {
  return tx.$queryRaw<BoardColumn[]>`
    SELECT * FROM "BoardColumn" WHERE "projectId" = ${projectId} AND "name" = ANY(${names})
    ORDER BY "id" FOR NO KEY UPDATE`;
}

/** Locks one column by name; null when the project has none of that name. */
export async function lockColumnNamed(
  tx: Tx,
  projectId: number,
  name: string,
): Promise<BoardColumn | null> {
  const [column] = await lockColumnsNamed(tx, projectId, [name]);
  return column ?? null;
}

/** Locks columns by row id. */
export async function lockColumnsById(tx: Tx, ids: number[]): Promise<BoardColumn[]> {
  return tx.$queryRaw<BoardColumn[]>`
    SELECT * FROM "BoardColumn" WHERE "id" = ANY(${ids}::int[]) ORDER BY "id" FOR NO KEY UPDATE`;
}

/** Locks every column of a project and returns them in the board's order. */
export async function lockAllColumns(tx: Tx, projectId: number): Promise<BoardColumn[]> {
  const columns = await tx.$queryRaw<BoardColumn[]>`
    SELECT * FROM "BoardColumn" WHERE "projectId" = ${projectId} ORDER BY "id" FOR NO KEY UPDATE`;
  return columns.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** Locks a live ticket by number (deleted ones on request); 404 `TICKET_UNKNOWN`. */
export async function lockTicket(
  tx: Tx,
  projectId: number,
  number: number,
  options: { withDeleted?: boolean } = {},
): Promise<Ticket> {
  const [ticket] = await tx.$queryRaw<Ticket[]>`
    SELECT * FROM "Ticket" WHERE "projectId" = ${projectId} AND "number" = ${number} FOR NO KEY UPDATE`;
  if (!ticket || (ticket.deletedAt && !options.withDeleted)) {
    throw new Failure(404, "TICKET_UNKNOWN", `no ticket #${number} in this project`);
  }
  return ticket;
}

/** Serialises what changes a project's tree of tickets, so that two moves cannot close a circle. */
export async function lockTree(tx: Tx, projectId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7270737, ${projectId}::int)`;
}
