import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

export interface LevelSelection {
  automationId: string;
  columns: string[];
  /** null: whoever has it. */
  assignee: string | null;
}

/** A ticket that a level trigger may select, with what names its group and its agent. */
export interface FoundTicket {
  automationId: string;
  ticketId: number;
  number: number;
  title: string;
  column: string;
  assignee: string | null;
  priority: number;
  revision: number;
  enteredColumnAt: Date;
}

/** Of a full window, these places are for the tickets that wait longest, whatever their priority. */
const OLDEST_SHARE = 0.2;

/**
 * Tickets that these level triggers may select, at most `limit` for each, in ONE statement. In dispatch
 * order (priority, then place in the column) through `ticket_dispatch` and `ticket_dispatch_assignee`;
 * where more wait, a part of the window goes to those that wait longest through `ticket_waiting`, since
 * waiting raises a priority (rule 24). Leaves out what the gates would refuse in any case, so that
 * finished tickets do not fill the window: an active run of this automation, nobody's touch since its
 * last admission (rule 14), or nothing at all since the revision after which tickets must have entered
 * (over-approximated here, judged exactly by the gates). `withOldest: false` is for boards on which fewer
 * wait, and half of the statement: an automation that fills its window must be asked for again with it.
 */
export async function findLevelCandidates(
  sql: SqlRunner,
  query: { projectId: number; selections: LevelSelection[]; limit: number; withOldest: boolean },
): Promise<FoundTicket[]> {
  const { projectId, selections, limit, withOldest } = query;
  if (selections.length === 0) return [];
  const oldest = Math.floor(limit * OLDEST_SHARE);
  const byOrder = Prisma.sql`t."priority" DESC, t."orderKey" COLLATE "C", t."id"`;
  const byAge = Prisma.sql`t."enteredColumnAt", t."id"`;
  const ofAnybody = Prisma.sql`a.assignee IS NULL`;
  const ofOne = Prisma.sql`a.assignee IS NOT NULL AND t."assignee" = a.assignee`;
  const pick = (order: Prisma.Sql, whose: Prisma.Sql, count: number) => Prisma.sql`
    (SELECT t."id", t."priority", t."orderKey", t."enteredColumnAt" FROM "Ticket" t
      LEFT JOIN LATERAL (
        SELECT MAX(r."admittedRevision") FILTER (WHERE r."state" <> 'ended' OR r."startedAt" IS NOT NULL) AS revision,
               BOOL_OR(r."state" <> 'ended') AS is_active
          FROM "Run" r WHERE r."ticketId" = t."id" AND r."automationId" = a.id
      ) last ON true
     WHERE t."columnId" = c."id" AND t."deletedAt" IS NULL AND ${whose}
       AND (a."startsAfter" IS NULL OR EXISTS (
         SELECT 1 FROM "Activity" e WHERE e."ticketId" = t."id" AND e."revision" > a."startsAfter"))
       AND last.is_active IS NOT TRUE
       AND (last.revision IS NULL OR EXISTS (
         SELECT 1 FROM (
           SELECT t."id" UNION ALL SELECT child."id" FROM "Ticket" child WHERE child."parentId" = t."id"
           UNION ALL SELECT b."blockerId" FROM "TicketBlocker" b WHERE b."ticketId" = t."id") near
          CROSS JOIN LATERAL (
            SELECT 1 FROM "Activity" e
             WHERE e."ticketId" = near."id" AND e."revision" > last.revision AND e."actorKind" <> 'system' LIMIT 1) touch))
     ORDER BY ${order} LIMIT ${count})`;
  const picks = (order: Prisma.Sql, count: number): Prisma.Sql => {
    const parts = [
      ...(selections.some(({ assignee }) => assignee === null)
        ? [pick(order, ofAnybody, count)]
        : []),
      ...(selections.some(({ assignee }) => assignee !== null) ? [pick(order, ofOne, count)] : []),
    ];
    return Prisma.join(parts, " UNION ALL ");
  };
  const oldestPart = Prisma.sql`full_window AS (
      SELECT automation FROM first GROUP BY automation HAVING COUNT(*) >= ${limit}
    ), oldest AS (
      SELECT a.id AS automation, found."id"
        FROM full_window f JOIN asked a ON a.id = f.automation CROSS JOIN LATERAL (
          SELECT t."id" FROM place p JOIN "BoardColumn" c ON c."id" = p."columnId" CROSS JOIN LATERAL (
              ${picks(byAge, oldest)}
            ) t WHERE p.automation = a.id
           ORDER BY ${byAge} LIMIT ${oldest}
        ) found
    ), chosen AS (
      SELECT automation, "id", 0 AS part, 0 AS place FROM oldest
      UNION ALL SELECT automation, "id", 1, place FROM first
    )`;
  const allAreFirst = Prisma.sql`chosen AS (SELECT automation, "id", 1 AS part, place FROM first)`;
  return sql.$queryRaw<FoundTicket[]>(Prisma.sql`
    WITH asked AS MATERIALIZED (
      SELECT a."automationId" AS id, a."columns", a."assignee" AS assignee, s."startsAfter"
        FROM jsonb_to_recordset(${JSON.stringify(selections)}::jsonb) AS a("automationId" text, "columns" jsonb, "assignee" text)
        LEFT JOIN "AutomationState" s ON s."projectId" = ${projectId} AND s."automationId" = a."automationId"
    ), place AS MATERIALIZED (
      SELECT a.id AS automation, c."id" AS "columnId", a.assignee
        FROM asked a JOIN "BoardColumn" c ON c."projectId" = ${projectId} AND a."columns" ? c."name"
    ), first AS MATERIALIZED (
      SELECT a.id AS automation, found."id", found.place
        FROM asked a CROSS JOIN LATERAL (
          SELECT t."id", ROW_NUMBER() OVER (ORDER BY ${byOrder}) AS place
            FROM place p JOIN "BoardColumn" c ON c."id" = p."columnId" CROSS JOIN LATERAL (
              ${picks(byOrder, limit)}
            ) t WHERE p.automation = a.id
           ORDER BY ${byOrder} LIMIT ${limit}
        ) found
    ), ${withOldest ? oldestPart : allAreFirst}, ranked AS (
      SELECT automation, "id", ROW_NUMBER() OVER (PARTITION BY automation ORDER BY MIN(part), MIN(place)) AS place
        FROM chosen GROUP BY automation, "id"
    )
    SELECT ranked.automation AS "automationId", t."id" AS "ticketId", t."number", t."title", c."name" AS "column", t."assignee",
           t."priority", t."revision", t."enteredColumnAt"
      FROM ranked JOIN "Ticket" t ON t."id" = ranked."id" JOIN "BoardColumn" c ON c."id" = t."columnId"
     WHERE ranked.place <= ${limit} ORDER BY ranked.automation, ranked.place`);
}
