import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface LevelSelection {
  projectId: number;
  automationId: string;
  columns: string[];
  /** null: whoever has it. */
  assignee: string | null;
  limit: number;
}

/**
 * Tickets a level trigger may select, in dispatch order (priority, then place in the column), by the
 * column's index. Leaves out what the gates would refuse in any case, so that finished tickets do not
 * fill the window: an active run of this automation, or nobody's touch since its last admission (rule
 * 14; over-approximated here, judged exactly by the gates).
 */
export async function findLevelCandidates(tx: Tx, selection: LevelSelection): Promise<number[]> {
  const { projectId, automationId, columns, assignee, limit } = selection;
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT t."id"
      FROM "BoardColumn" c
      JOIN "Ticket" t ON t."columnId" = c."id" AND t."deletedAt" IS NULL
      LEFT JOIN LATERAL (
        SELECT MAX(r."admittedRevision") FILTER (WHERE r."state" <> 'ended' OR r."startedAt" IS NOT NULL) AS revision,
               BOOL_OR(r."state" <> 'ended') AS is_active
          FROM "Run" r WHERE r."ticketId" = t."id" AND r."automationId" = ${automationId}
      ) last ON true
     WHERE c."projectId" = ${projectId} AND c."name" = ANY(${columns}::text[])
       AND (${assignee}::text IS NULL OR t."assignee" = ${assignee})
       AND last.is_active IS NOT TRUE
       AND (last.revision IS NULL OR EXISTS (
         SELECT 1 FROM "Activity" a
          WHERE a."revision" > last.revision AND a."actorKind" <> 'system'
            AND a."ticketId" IN (
              SELECT t."id" UNION ALL SELECT child."id" FROM "Ticket" child WHERE child."parentId" = t."id"
              UNION ALL SELECT b."blockerId" FROM "TicketBlocker" b WHERE b."ticketId" = t."id")))
     ORDER BY t."priority" DESC, t."orderKey" COLLATE "C", t."id"
     LIMIT ${limit}`);
  return rows.map((row) => row.id);
}
