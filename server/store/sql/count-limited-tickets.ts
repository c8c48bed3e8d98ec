import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/**
 * Tickets per project that wait for a provider's limit: those it held back at the last look since they
 * came where they are, and those whose run it ended and that sleep until it opens. Asked only while a
 * limit is in force. `userId`: only projects of this person; null = all.
 */
export async function countLimitedTickets(
  tx: Tx,
  userId: number | null,
  now: Date,
): Promise<{ slug: string; count: number }[]> {
  return tx.$queryRaw<{ slug: string; count: number }[]>(Prisma.sql`
    WITH newest AS (
      SELECT DISTINCT ON (g."ticketId", g."automationId") g."ticketId", g."isPassing", g."lastSeenAt"
        FROM "GateResult" g WHERE g."code" = 'PROVIDER_LIMIT' AND g."ticketId" IS NOT NULL
       ORDER BY g."ticketId", g."automationId", g."id" DESC
    ), waiting AS (
      SELECT newest."ticketId" FROM newest JOIN "Ticket" t ON t."id" = newest."ticketId"
       WHERE NOT newest."isPassing" AND newest."lastSeenAt" >= t."enteredColumnAt"
      UNION
      SELECT r."ticketId" FROM "Run" r
       WHERE r."outcome" = 'rate_limited' AND r."resetsAt" > ${now}::timestamptz
         AND NOT EXISTS (SELECT 1 FROM "Run" later WHERE later."ticketId" = r."ticketId" AND later."createdAt" > r."createdAt")
    )
    SELECT p."slug", COUNT(*)::int AS count
      FROM waiting JOIN "Ticket" t ON t."id" = waiting."ticketId" AND t."deletedAt" IS NULL
      JOIN "Project" p ON p."id" = t."projectId"
     WHERE ${userId}::int IS NULL
        OR EXISTS (SELECT 1 FROM "Member" m WHERE m."projectId" = p."id" AND m."userId" = ${userId}::int AND m."removedAt" IS NULL)
     GROUP BY p."slug" ORDER BY count DESC, p."slug"`);
}
