import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** The mark of a tick is renewed after this long; it is looked at in half minutes (ux.md 27). */
const MARK_EVERY_SECONDS = 5;
/** Beats younger than this belong to a live worker (rule 10). */
const WORKER_FRESH_SECONDS = 30;

/** What a tick has to do, in one row. */
export interface TickOverview {
  /** Runs without a living owner may be among the active ones. */
  hasOrphans: boolean;
  /** Runs wait for a worker. */
  hasQueued: boolean;
  /** No other worker lives: nobody to share with. */
  isAlone: boolean;
  /** Projects in which something may start; none while everything is paused. */
  projects: OverviewProject[];
}

export interface OverviewProject {
  id: number;
  slug: string;
  /** Hash of the configuration in force; null = none. */
  liveHash: string | null;
  /** The last one that a transaction took. */
  revision: number;
  /** A firing is due. */
  isOwed: boolean;
}

/**
 * The one statement of a tick in which nothing is due, whatever the number of tickets (P-08). Also says
 * that this worker still ticks.
 */
export async function readTickOverview(sql: SqlRunner, workerId: string): Promise<TickOverview> {
  const [row] = await sql.$queryRaw<TickOverview[]>(Prisma.sql`
    WITH mark AS (
      UPDATE "Worker" SET "lastTickAt" = clock_timestamp()
       WHERE "id" = ${workerId}
         AND ("lastTickAt" IS NULL OR "lastTickAt" < clock_timestamp() - make_interval(secs => ${MARK_EVERY_SECONDS}))
    )
    SELECT EXISTS (SELECT 1 FROM "Run" WHERE "state" <> 'ended' AND "state" <> 'queued'
                     AND ("workerId" IS DISTINCT FROM ${workerId} OR "leaseUntil" < clock_timestamp())) AS "hasOrphans",
           EXISTS (SELECT 1 FROM "Run" WHERE "state" <> 'ended' AND "state" = 'queued') AS "hasQueued",
           NOT EXISTS (SELECT 1 FROM "Worker" WHERE "id" <> ${workerId} AND "stoppedAt" IS NULL
                         AND "heartbeatAt" > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_SECONDS})) AS "isAlone",
           COALESCE((SELECT jsonb_agg(jsonb_build_object(
               'id', p."id", 'slug', p."slug", 'liveHash', f."liveHash", 'revision', v."revision",
               'isOwed', EXISTS (SELECT 1 FROM "Firing" o
                                  WHERE o."projectId" = p."id" AND o."state" = 'owed' AND o."dueAt" <= clock_timestamp())) ORDER BY p."id")
              FROM "Project" p JOIN "ProjectRevision" v ON v."projectId" = p."id"
              LEFT JOIN "AutomationFile" f ON f."projectId" = p."id"
             WHERE NOT p."isPaused" AND NOT COALESCE((SELECT bool_or("isPaused") FROM "Installation"), false)), '[]'::jsonb) AS projects`);
  if (!row) throw new Error("overview of a tick: expected a row, found none");
  return row;
}
