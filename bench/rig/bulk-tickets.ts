import type { Database } from "#server/store/client.ts";

/** Inserts so many tickets into one column, without the log that commands write; for boards of a size. */
export async function insertTickets(
  database: Database,
  options: { projectId: number; column: string; count: number; assignee: string | null },
): Promise<void> {
  const { projectId, column, count, assignee } = options;
  if (count === 0) return;
  await database.prisma.$executeRaw`
    WITH taken AS (
      UPDATE "ProjectRevision" SET "nextTicket" = "nextTicket" + ${count} WHERE "projectId" = ${projectId}
      RETURNING "nextTicket" - ${count} AS first
    )
    INSERT INTO "Ticket" ("projectId", "number", "title", "description", "columnId", "orderKey", "assignee", "priority", "createdBy")
    SELECT ${projectId}, taken.first + n, 'Ticket ' || n, 'A description of usual length that says what has to be done.',
           c."id", 'b00' || lpad((taken.first + n)::text, 8, '0') || 'V', ${assignee}::text, n % 4, 'owner'
      FROM taken, "BoardColumn" c, generate_series(0, ${count - 1}) AS n
     WHERE c."projectId" = ${projectId} AND c."name" = ${column}`;
}
