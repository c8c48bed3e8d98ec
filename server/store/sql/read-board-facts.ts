import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";
import { moneyOfDay } from "./money-of-day.ts";

/** How many earlier runs bear on a reservation (engine.md §5), of how many at most. */
const COSTS_PER_AGENT = 50;
const RUNS_PER_AGENT = 150;
/** How many earlier runs say how long the next one takes. */
const DURATIONS_PER_AGENT = 20;
/** A login that opened counts as "just opened" for this long: its starts are staggered (rule 23). */
const REOPENED_FOR_MINUTES = 10;
/** How far back, and how many, starts are looked at for the guard of the order (engine.md §3). */
const RECENT_HOURS = 6;
const MAX_RECENT = 100;
/** An undo renews its row while it writes; one that did not for this long died with its process. */
export const UNDO_FRESH_SECONDS = 30;
/** Beats younger than this belong to a live worker (rule 10). */
const WORKER_FRESH_SECONDS = 30;

export interface BoardFactsQuery {
  projectId: number;
  /** The configuration the caller knows: its text is left out of the answer when it is in force. */
  knownHash: string | null;
  /** Of the configuration; null = the project's. */
  timeZone: string | null;
  /** Columns whose cards are counted, beside those with a limit; null = all. */
  countedColumns: string[] | null;
  /** Agents whose recent costs are read; null = all. */
  costsOf: string[] | null;
  /** Owed firings that are due come along, oldest first, at most so many; 0 = none. */
  maxDueFirings: number;
  /** Starts of the last hours come along. */
  withRecentStarts: boolean;
}

/**
 * Everything the database knows about one project that decisions look at, in ONE statement, so that all
 * of it is from one moment; undefined when there is no such project. The value is JSON as Postgres wrote
 * it: times are text, money is decimal text. `server/queries/board-facts.ts` checks its shape.
 */
export async function readBoardFacts(sql: SqlRunner, query: BoardFactsQuery): Promise<unknown> {
  const { projectId, knownHash, timeZone, countedColumns, maxDueFirings, withRecentStarts } = query;
  const hasCosts = isAskedForCosts(query);
  const [row] = await sql.$queryRaw<{ facts: string }[]>(Prisma.sql`
    WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
    project AS MATERIALIZED (
      SELECT * FROM "Project" WHERE "id" = ${projectId}
    ), member AS MATERIALIZED (
      SELECT m."slug", m."kind", m."agentType", m."heldBy", m."heldUntil", s."agent" IS NOT NULL AS "hasSkill", s."frontMatter"
        FROM "Member" m LEFT JOIN "Skill" s ON s."projectId" = m."projectId" AND s."agent" = m."slug"
       WHERE m."projectId" = ${projectId} AND m."removedAt" IS NULL
    ), supervisor AS MATERIALIZED (
      SELECT "slug" FROM member WHERE "frontMatter"->'supervisor' = 'true'::jsonb
    ), active AS MATERIALIZED (
      SELECT r."id", r."agent", r."ticketId", t."number" AS "ticketNumber", r."automationId", r."groupName" AS "group",
             coalesce(r."exclusions", ARRAY[]::text[]) AS "exclusions", r."state", r."createdAt", r."startedAt"
        FROM "Run" r LEFT JOIN "Ticket" t ON t."id" = r."ticketId"
       WHERE r."projectId" = ${projectId} AND r."state" <> 'ended'
    ), duration AS (
      SELECT one."agent", percentile_cont(0.5) WITHIN GROUP (ORDER BY past.seconds) AS seconds
        FROM (SELECT DISTINCT "agent" FROM active) one CROSS JOIN LATERAL (
          SELECT EXTRACT(EPOCH FROM r."endedAt" - r."startedAt")::float8 AS seconds FROM "Run" r
           WHERE r."projectId" = ${projectId} AND r."agent" = one."agent" AND r."state" = 'ended' AND r."startedAt" IS NOT NULL
           ORDER BY r."createdAt" DESC LIMIT ${DURATIONS_PER_AGENT}
        ) past GROUP BY one."agent"
    ), counted AS MATERIALIZED (
      SELECT c."id", held."assignee", held.count
        FROM "BoardColumn" c CROSS JOIN LATERAL (
          SELECT t."assignee", COUNT(*)::int AS count FROM "Ticket" t
           WHERE t."columnId" = c."id" AND t."deletedAt" IS NULL GROUP BY t."assignee"
        ) held
       WHERE c."projectId" = ${projectId}
         AND (${countedColumns === null} OR c."wipLimit" IS NOT NULL OR c."name" = ANY(${countedColumns ?? []}::text[]))
    )${recentCosts(query)}, ${moneyOfDay({
      projectId,
      supervisors: Prisma.sql`ARRAY(SELECT "slug" FROM supervisor)`,
      now: Prisma.sql`(SELECT now FROM clock)`,
      timeZone,
    })}, parked AS (
      SELECT r."id" AS "runId", r."agent", t."number" AS "ticketNumber", r."groupName" AS "group", r."endedAt" AS since
        FROM "Run" r LEFT JOIN "Ticket" t ON t."id" = r."ticketId"
       WHERE r."projectId" = ${projectId} AND r."holdsGroup" AND r."state" = 'ended' AND r."wakeOn"->>'kind' = 'answer'
         AND r."groupName" IS NOT NULL AND (t."id" IS NULL OR t."deletedAt" IS NULL)
         AND NOT EXISTS (SELECT 1 FROM "Run" later
                          WHERE later."ticketId" = r."ticketId" AND later."agent" = r."agent" AND later."createdAt" > r."createdAt")
    )${dueFirings(query)}${recentStarts(query)}
    SELECT json_build_object(
      'now', clock.now,
      'isEverythingPaused', COALESCE((SELECT bool_or("isPaused") FROM "Installation"), false),
      'project', json_build_object(
        'id', project."id", 'slug', project."slug", 'isPaused', project."isPaused", 'pausedBy', project."pausedBy",
        'isDemo', project."isDemo", 'isImported', project."isImported", 'permissionLevel', project."permissionLevel",
        'timeZone', project."timeZone", 'isolation', project."isolation", 'workspaceRealPath', project."workspaceRealPath",
        'trustedSettingsHash', project."trustedSettingsHash"),
      'file', (SELECT json_build_object('hash', f."liveHash",
                 'text', CASE WHEN f."liveHash" IS NOT DISTINCT FROM ${knownHash}::text THEN NULL ELSE f."liveText" END)
                 FROM "AutomationFile" f WHERE f."projectId" = ${projectId} AND f."liveText" IS NOT NULL AND f."liveHash" IS NOT NULL),
      'columns', COALESCE((SELECT json_agg(json_build_object(
          'id', c."id", 'name', c."name", 'role', c."role", 'isManualSort', c."sort" = 'manual',
          'wipLimit', c."wipLimit", 'wipHard', c."wipHard",
          'counts', COALESCE((SELECT json_agg(json_build_object('assignee', n."assignee", 'count', n.count))
                                FROM counted n WHERE n."id" = c."id"), '[]'::json)) ORDER BY c."position")
        FROM "BoardColumn" c WHERE c."projectId" = ${projectId}), '[]'::json),
      'members', COALESCE((SELECT json_agg(json_build_object(
          'slug', m."slug", 'kind', m."kind", 'agentType', m."agentType", 'hasSkill', m."hasSkill",
          'type', m."frontMatter"->'type', 'model', m."frontMatter"->'model', 'maxTurns', m."frontMatter"->'maxTurns',
          'trust', m."frontMatter"->'trust', 'isSupervisor', m."slug" IN (SELECT "slug" FROM supervisor),
          'heldBy', m."heldBy", 'heldUntil', m."heldUntil", 'costs', ${hasCosts ? Prisma.sql`COALESCE((SELECT cost.costs FROM cost WHERE cost."slug" = m."slug"), '[]'::json)` : NOTHING}))
        FROM member m), '[]'::json),
      'automationStates', COALESCE((SELECT json_agg(json_build_object(
          'automationId', s."automationId", 'triggerType', s."triggerType", 'isEnabled', s."isEnabled", 'cursor', s."cursor",
          'lastPolledAt', s."lastPolledAt", 'startsAfter', s."startsAfter", 'heldBy', s."heldBy", 'heldUntil', s."heldUntil"))
        FROM "AutomationState" s WHERE s."projectId" = ${projectId}), '[]'::json),
      'activeRuns', COALESCE((SELECT json_agg(json_build_object(
          'id', a."id", 'agent', a."agent", 'ticketId', a."ticketId", 'ticketNumber', a."ticketNumber",
          'automationId', a."automationId", 'group', a."group", 'exclusions', a."exclusions", 'state', a."state",
          'startedAt', COALESCE(a."startedAt", a."createdAt"),
          'expectedEndAt', COALESCE(a."startedAt", clock.now) + make_interval(secs => duration.seconds)) ORDER BY a."createdAt", a."id")
        FROM active a LEFT JOIN duration ON duration."agent" = a."agent"), '[]'::json),
      'parkedRuns', COALESCE((SELECT json_agg(parked ORDER BY parked.since, parked."runId") FROM parked), '[]'::json),
      'undo', (SELECT json_build_object('by', u."requestedBy", 'agent', r."agent", 'since', u."createdAt")
                 FROM "RunUndo" u JOIN "Run" r ON r."id" = u."runId"
                WHERE u."projectId" = ${projectId} AND u."state" = 'doing'
                  AND u."aliveAt" > clock.now - make_interval(secs => ${UNDO_FRESH_SECONDS})
                ORDER BY u."createdAt" LIMIT 1),
      'slots', json_build_object(
        'capacity', COALESCE((SELECT "capacity" FROM "SlotPool" ORDER BY "id" LIMIT 1), 0),
        'active', (SELECT COUNT(*)::int FROM "Run" WHERE "state" <> 'ended')),
      'spentUsd', money.spent::text, 'reservedUsd', money.reserved::text, 'supervisorSpentUsd', money."supervisorUsed"::text,
      'workers', COALESCE((SELECT json_agg(w."claude") FROM "Worker" w
        WHERE w."stoppedAt" IS NULL AND w."heartbeatAt" > clock.now - make_interval(secs => ${WORKER_FRESH_SECONDS})), '[]'::json),
      'providerLimits', COALESCE((SELECT json_agg(json_build_object(
          'model', l."model", 'until', l."until", 'reason', l."reason", 'isOpen', l."until" <= clock.now,
          'lastStart', CASE WHEN l."until" <= clock.now THEN (
            SELECT MAX(r."createdAt") FROM "Project" p JOIN "Run" r ON r."projectId" = p."id" AND r."createdAt" >= l."until"
             WHERE NOT r."isDemo" AND (l."model" = '' OR r."model" = l."model")) END))
        FROM "ProviderLimit" l WHERE l."until" > clock.now - make_interval(mins => ${REOPENED_FOR_MINUTES})), '[]'::json),
      'recentStarts', ${withRecentStarts ? Prisma.sql`COALESCE((SELECT json_agg(start ORDER BY start.at) FROM start), '[]'::json)` : NOTHING},
      'due', ${maxDueFirings > 0 ? Prisma.sql`COALESCE((SELECT json_agg(due ORDER BY due."dueAt", due."id") FROM due), '[]'::json)` : NOTHING}
    )::text AS facts
    FROM clock, project, money`);
  return row === undefined ? undefined : (JSON.parse(row.facts) as unknown);
}

/** Parts that are not asked for are left out: a statement's parts cost even where they find nothing. */
const NOTHING = Prisma.sql`'[]'::json`;

function isAskedForCosts({ costsOf }: BoardFactsQuery): boolean {
  return costsOf === null || costsOf.length > 0;
}

function recentCosts(query: BoardFactsQuery): Prisma.Sql {
  if (!isAskedForCosts(query)) return Prisma.empty;
  const { projectId, costsOf } = query;
  return Prisma.sql`, cost AS (
      SELECT m."slug", json_agg(r."costUsd"::text ORDER BY r."createdAt" DESC) AS costs
        FROM member m CROSS JOIN LATERAL (
          SELECT * FROM (
            SELECT "costUsd", "createdAt", "state" FROM "Run" WHERE "projectId" = ${projectId} AND "agent" = m."slug"
             ORDER BY "createdAt" DESC LIMIT ${RUNS_PER_AGENT}
          ) newest WHERE "state" = 'ended' AND "costUsd" > 0 LIMIT ${COSTS_PER_AGENT}
        ) r
       WHERE m."kind" = 'agent' AND (${costsOf === null} OR m."slug" = ANY(${costsOf ?? []}::text[]))
       GROUP BY m."slug"
    )`;
}

function dueFirings({ projectId, maxDueFirings }: BoardFactsQuery): Prisma.Sql {
  if (maxDueFirings === 0) return Prisma.empty;
  return Prisma.sql`, due AS (
      SELECT "id", "automationId", "ticketId", "agent", "cause", "dueAt", "createdAt", "failures", "payload", "requestedBy"
        FROM "Firing", clock
       WHERE "projectId" = ${projectId} AND "state" = 'owed' AND "dueAt" <= clock.now
       ORDER BY "dueAt", "id" LIMIT ${maxDueFirings}
    )`;
}

function recentStarts({ projectId, withRecentStarts }: BoardFactsQuery): Prisma.Sql {
  if (!withRecentStarts) return Prisma.empty;
  return Prisma.sql`, start AS (
      SELECT r."createdAt" AS at, r."automationId", r."columnBefore" AS "column", entered.at AS "waitedSince", t."priority"
        FROM (
          SELECT newest.* FROM clock CROSS JOIN LATERAL (
            SELECT * FROM "Run" WHERE "projectId" = ${projectId} AND "createdAt" > clock.now - make_interval(hours => ${RECENT_HOURS})
               AND "automationId" IS NOT NULL AND "columnBefore" IS NOT NULL AND "cause" = 'trigger'
             ORDER BY "createdAt" DESC LIMIT ${MAX_RECENT}
          ) newest
        ) r JOIN "Ticket" t ON t."id" = r."ticketId" CROSS JOIN LATERAL (
          SELECT a."at" FROM "Activity" a
           WHERE a."ticketId" = r."ticketId" AND a."revision" < r."admittedRevision"
             AND (a."kind" IN ('ticket_created', 'ticket_restored') OR a."data"->'changes' @> '[{"field":"status"}]')
           ORDER BY a."revision" DESC LIMIT 1
        ) entered
    )`;
}
