import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** How many earlier runs bear on a reservation (engine.md §5). */
const RUNS_PER_AGENT = 50;

/** USD of each agent's newest ended runs that cost something, newest first. One index scan per agent. */
export async function readRecentCosts(tx: Tx, projectId: number): Promise<Map<string, number[]>> {
  const rows = await tx.$queryRaw<{ agent: string; costs: number[] }[]>(Prisma.sql`
    SELECT m."slug" AS agent, array_agg(r."costUsd"::float8 ORDER BY r."createdAt" DESC) AS costs
      FROM "Member" m CROSS JOIN LATERAL (
        SELECT "costUsd", "createdAt" FROM "Run"
         WHERE "projectId" = m."projectId" AND "agent" = m."slug" AND "state" = 'ended' AND "costUsd" > 0
         ORDER BY "createdAt" DESC LIMIT ${RUNS_PER_AGENT}
      ) r
     WHERE m."projectId" = ${projectId} AND m."kind" = 'agent'
     GROUP BY m."slug"`);
  return new Map(rows.map((row) => [row.agent, row.costs]));
}
