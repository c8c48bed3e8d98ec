import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** The first tickets of each of these columns, in the order in which the engine looks at them. */
export async function findColumnWindows(
  tx: Tx,
  window: { projectId: number; columns: string[]; limit: number },
): Promise<number[]> {
  const { projectId, columns, limit } = window;
  if (columns.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT first."id"
      FROM "BoardColumn" c CROSS JOIN LATERAL (
        SELECT t."id" FROM "Ticket" t WHERE t."columnId" = c."id" AND t."deletedAt" IS NULL
         ORDER BY t."priority" DESC, t."orderKey" COLLATE "C", t."id" LIMIT ${limit}
      ) first
     WHERE c."projectId" = ${projectId} AND c."name" = ANY(${columns}::text[])`);
  return rows.map(({ id }) => id);
}
