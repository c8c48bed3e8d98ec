import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** How many earlier runs of an agent are looked at. */
const RUNS_PER_AGENT = 50;

export interface RunRecordRow {
  agent: string;
  medianMs: number;
  p90Ms: number;
  medianUsd: number;
  p90Usd: number;
}

/** Durations and costs of each agent's newest runs that ended after they ran. One index scan per agent. */
export async function readRunRecords(tx: Tx, projectId: number): Promise<RunRecordRow[]> {
  return tx.$queryRaw<RunRecordRow[]>(Prisma.sql`
    SELECT m."slug" AS agent,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.ms)::float8 AS "medianMs",
           percentile_cont(0.9) WITHIN GROUP (ORDER BY r.ms)::float8 AS "p90Ms",
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r."costUsd")::float8 AS "medianUsd",
           percentile_cont(0.9) WITHIN GROUP (ORDER BY r."costUsd")::float8 AS "p90Usd"
      FROM "Member" m CROSS JOIN LATERAL (
        SELECT EXTRACT(EPOCH FROM ("endedAt" - "startedAt")) * 1000 AS ms, "costUsd" FROM "Run"
         WHERE "projectId" = m."projectId" AND "agent" = m."slug" AND "state" = 'ended'
           AND "startedAt" IS NOT NULL AND "endedAt" IS NOT NULL
         ORDER BY "createdAt" DESC LIMIT ${RUNS_PER_AGENT}
      ) r
     WHERE m."projectId" = ${projectId} AND m."kind" = 'agent'
     GROUP BY m."slug"`);
}
