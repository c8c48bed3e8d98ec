import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** Beyond this many links the answer no longer matters (gate DEPTH_LIMIT at four). */
const MAX_LINKS = 6;

/**
 * Per ticket: how many tickets up its line were each created by a run on the ticket before (rule 25).
 * 0 for a ticket that no run created.
 */
export async function readCreationChains(
  tx: Tx,
  ticketIds: number[],
): Promise<Map<number, number>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: number; links: number }[]>(Prisma.sql`
    WITH RECURSIVE chain AS (
      SELECT "id", "createdByRunId", 0 AS links FROM "Ticket" WHERE "id" = ANY(${ticketIds}::int[])
      UNION ALL
      SELECT chain."id", t."createdByRunId", chain.links + 1
        FROM chain JOIN "Run" r ON r."id" = chain."createdByRunId"
        LEFT JOIN "Ticket" t ON t."id" = r."ticketId"
       WHERE chain.links < ${MAX_LINKS}
    )
    SELECT "id", MAX(links)::int AS links FROM chain GROUP BY "id"`);
  return new Map(rows.map((row) => [row.id, row.links]));
}
