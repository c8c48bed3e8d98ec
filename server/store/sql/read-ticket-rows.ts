import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** Kinds that change what a ticket asks for; a run's own book-keeping does not (rule 14). */
const contentKinds = [
  "ticket_created",
  "ticket_changed",
  "ticket_moved",
  "ticket_deleted",
  "ticket_restored",
  "comment_added",
  "comment_edited",
  "stop_lifted",
  "run_message",
];
/** Kinds that say who brought a ticket to where it is. */
const moverKinds = ["ticket_created", "ticket_moved", "ticket_restored", "ticket_changed"];
/** Failures beyond this number change nothing, so no more history of a pair is read. */
const RUNS_PER_PAIR = 12;
/** Beyond this many links the answer no longer matters (gate DEPTH_LIMIT at four). */
const MAX_LINKS = 6;
/** An unsaved text younger than this holds a start (gate BEING_EDITED). */
const DRAFT_FRESH_SECONDS = 120;

/**
 * Everything the database knows about these tickets that decisions look at, in ONE statement whatever
 * their number, deleted tickets included. Touches: the newest revision per actor of what happened to a
 * ticket, its children and its blockers; rows of a run count only when they changed the ticket. The value
 * is JSON as Postgres wrote it, `now` null = the database's; `server/queries/ticket-rows.ts` checks its shape.
 */
export async function readTicketRows(
  sql: SqlRunner,
  scope: { projectId: number; ticketIds: number[]; now: Date | null },
): Promise<unknown> {
  const { projectId, ticketIds, now } = scope;
  const [row] = await sql.$queryRaw<{ rows: string }[]>(Prisma.sql`
    WITH RECURSIVE asked AS MATERIALIZED (
      SELECT t.*, c."name" AS "columnName" FROM "Ticket" t JOIN "BoardColumn" c ON c."id" = t."columnId"
       WHERE t."id" = ANY(${ticketIds}::int[]) AND t."projectId" + 0 = ${projectId}
    ), child AS MATERIALIZED (
      SELECT k."id", k."parentId", k."number", k."deletedAt", k."createdByRunId", c."name" AS "column"
        FROM "Ticket" k JOIN "BoardColumn" c ON c."id" = k."columnId" WHERE k."parentId" IN (SELECT "id" FROM asked)
    ), blocker AS MATERIALIZED (
      SELECT b."ticketId", b."blockerId", other."number", other."deletedAt" IS NULL AND c."role" <> 'done' AS "isOpen"
        FROM "TicketBlocker" b JOIN "Ticket" other ON other."id" = b."blockerId" JOIN "BoardColumn" c ON c."id" = other."columnId"
       WHERE b."ticketId" IN (SELECT "id" FROM asked)
    ), chain AS (
      SELECT "id", "createdByRunId", 0 AS links FROM asked
      UNION ALL
      SELECT chain."id", t."createdByRunId", chain.links + 1
        FROM chain JOIN "Run" r ON r."id" = chain."createdByRunId"
        LEFT JOIN "Ticket" t ON t."id" = r."ticketId"
       WHERE chain.links < ${MAX_LINKS}
    ), source AS (
      SELECT "id" AS root, "id" AS ticket FROM asked
      UNION SELECT "parentId", "id" FROM child
      UNION SELECT "ticketId", "blockerId" FROM blocker
    ), happened AS MATERIALIZED (
      SELECT source.root, source.root = source.ticket AS "isOwn", a."revision", a."at", a."actorKind", a."actor", a."automationId",
             a."kind" = ANY(${contentKinds}::text[]) AS "isContent", a."kind",
             CASE WHEN a."data" ? 'changes' THEN a."data"->'changes' ELSE '[]'::jsonb END AS changes
        FROM source JOIN "Activity" a ON a."ticketId" = source.ticket
    ), touch AS (
      SELECT root, "actorKind", "actor", "automationId", MAX("revision") AS revision FROM happened
       WHERE "actorKind" <> 'system'
         AND ("isContent" OR ("kind" IN ('run_admitted', 'run_ended') AND jsonb_array_length(changes) > 0))
       GROUP BY root, "actorKind", "actor", "automationId"
    ), own AS (
      SELECT root, COALESCE(MAX("revision") FILTER (WHERE "actorKind" = 'person'), 0) AS person,
             MAX("revision") FILTER (WHERE "kind" IN ('ticket_created', 'ticket_restored')
                                        OR changes @> '[{"field":"status"}]') AS entered
        FROM happened WHERE "isOwn" GROUP BY root
    ), mover AS (
      SELECT DISTINCT ON (root) root, "actor", "actorKind", "at" FROM happened
       WHERE "isOwn" AND "kind" = ANY(${moverKinds}::text[]) ORDER BY root, "revision" DESC
    ), automatic AS (
      SELECT h.root, COUNT(*)::int AS changes FROM happened h JOIN own ON own.root = h.root
       WHERE h."isOwn" AND h."actorKind" = 'automation' AND h."isContent" AND h."revision" > own.person GROUP BY h.root
    ), ranked AS MATERIALIZED (
      SELECT r."id", r."ticketId", r."agent", r."automationId", r."cause", r."state", r."outcome", r."admittedRevision", r."createdAt",
             r."startedAt", r."endedAt", r."stopRequestedBy", r."stopRequestedByKind", r."isStopLifted", r."hasProgress", r."wakeOn",
             CASE WHEN r."outcome" = 'lost' THEN EXISTS (SELECT 1 FROM "RunEvent" e WHERE e."runId" = r."id" AND e."offset" > 0) ELSE true END AS "hasSpoken",
             r."commitBefore", r."commitAfter", r."contract"->'failure'->'retries' AS retries,
             ROW_NUMBER() OVER (PARTITION BY r."ticketId", r."agent" ORDER BY r."createdAt" DESC, r."id" DESC) AS place
        FROM "Run" r WHERE r."ticketId" IN (SELECT "id" FROM asked)
    ), move AS (
      SELECT h.root, json_agg(json_build_object('revision', h."revision", 'from', change->>'from', 'to', change->>'to',
                                                'isDone', COALESCE(c."role" = 'done', false)) ORDER BY h."revision") AS moves
        FROM happened h CROSS JOIN LATERAL jsonb_array_elements(h.changes) AS change
        LEFT JOIN "BoardColumn" c ON c."projectId" = ${projectId} AND c."name" = change->>'to'
       WHERE h."isOwn" AND change->>'field' = 'status' AND h.root IN (
         SELECT r."ticketId" FROM ranked r JOIN own ON own.root = r."ticketId"
          WHERE r."state" = 'ended' AND r."admittedRevision" >= own.person)
       GROUP BY h.root
    ), act AS (
      SELECT f."ticketId", f."automationId", MAX(f."sourceSeq") AS revision FROM "Firing" f
       WHERE f."ticketId" IN (SELECT "id" FROM asked) AND f."state" = 'admitted' AND f."cause" = 'trigger'
         AND f."automationId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Run" r WHERE r."firingId" = f."id")
       GROUP BY f."ticketId", f."automationId"
    ), label AS (
      SELECT tl."ticketId" AS root, json_agg(l."name" ORDER BY l."id") AS list
        FROM "TicketLabel" tl JOIN "Label" l ON l."id" = tl."labelId" WHERE tl."ticketId" IN (SELECT "id" FROM asked) GROUP BY 1
    ), draft AS (
      SELECT DISTINCT ON (d."ticketId") d."ticketId" AS root, u."handle" FROM "TicketDraft" d JOIN "User" u ON u."id" = d."userId"
       WHERE d."ticketId" IN (SELECT "id" FROM asked)
         AND d."updatedAt" > COALESCE(${now}::timestamptz, clock_timestamp()) - make_interval(secs => ${DRAFT_FRESH_SECONDS})
       ORDER BY d."ticketId", d."updatedAt" DESC
    ), children AS (
      SELECT "parentId" AS root, json_agg(json_build_object('number', "number", 'column', "column", 'isDeleted', "deletedAt" IS NOT NULL,
                                                            'createdByRunId', "createdByRunId") ORDER BY "number") AS list
        FROM child GROUP BY 1
    ), blockers AS (
      SELECT "ticketId" AS root, json_agg("number" ORDER BY "number") AS list FROM blocker WHERE "isOpen" GROUP BY 1
    ), links AS (
      SELECT "id" AS root, MAX(links) AS links FROM chain GROUP BY 1
    ), runs AS (
      SELECT "ticketId" AS root, json_agg(ranked ORDER BY "createdAt" DESC, "id" DESC) AS list FROM ranked
       WHERE place <= ${RUNS_PER_PAIR} GROUP BY 1
    ), touches AS (
      SELECT root, json_agg(touch) AS list FROM touch GROUP BY 1
    ), taken AS (
      SELECT s."ticketId" AS root, json_agg(json_build_object('agent', s."agent", 'by', s."takenOverBy", 'at', s."takenOverAt")) AS list
        FROM "AgentSession" s
       WHERE s."projectId" = ${projectId} AND s."takenOverBy" IS NOT NULL AND s."ticketId" IN (SELECT "id" FROM asked) GROUP BY 1
    ), owed AS (
      SELECT f."ticketId" AS root, json_agg(json_build_object(
               'id', f."id", 'automationId', f."automationId", 'ticketId', f."ticketId", 'agent', f."agent", 'cause', f."cause",
               'dueAt', f."dueAt", 'createdAt', f."createdAt", 'failures', f."failures", 'payload', f."payload",
               'requestedBy', f."requestedBy") ORDER BY f."id") AS list
        FROM "Firing" f WHERE f."ticketId" IN (SELECT "id" FROM asked) AND f."state" = 'owed' GROUP BY 1
    ), acts AS (
      SELECT "ticketId" AS root, json_agg(json_build_object('automationId', "automationId", 'revision', COALESCE(revision, 0))) AS list
        FROM act GROUP BY 1
    )
    SELECT COALESCE(json_agg(json_build_object(
      'id', t."id", 'number', t."number", 'title', t."title", 'description', t."description", 'column', t."columnName",
      'orderKey', t."orderKey", 'assignee', t."assignee", 'priority', t."priority", 'level', t."level",
      'parentNumber', parent."number", 'revision', t."revision", 'isDeleted', t."deletedAt" IS NOT NULL,
      'createdAt', t."createdAt", 'updatedAt', t."updatedAt", 'enteredColumnAt', t."enteredColumnAt",
      'enteredColumnRevision', own.entered, 'contract', t."contract", 'labels', COALESCE(label.list, '[]'::json), 'beingEditedBy', draft."handle",
      'openBlockers', COALESCE(blockers.list, '[]'::json), 'creationChain', links.links,
      'children', COALESCE(children.list, '[]'::json), 'runs', COALESCE(runs.list, '[]'::json),
      'touches', COALESCE(touches.list, '[]'::json), 'owed', COALESCE(owed.list, '[]'::json),
      'taken', COALESCE(taken.list, '[]'::json),
      'acts', COALESCE(acts.list, '[]'::json), 'personRevision', COALESCE(own.person, 0),
      'lastMover', CASE WHEN mover.root IS NOT NULL THEN json_build_object('actor', mover."actor", 'actorKind', mover."actorKind", 'at', mover."at") END,
      'automationChanges', COALESCE(automatic.changes, 0), 'moves', COALESCE(move.moves, '[]'::json)
    ) ORDER BY t."id"), '[]'::json)::text AS rows
      FROM asked t
      LEFT JOIN "Ticket" parent ON parent."id" = t."parentId"
      LEFT JOIN links ON links.root = t."id"
      LEFT JOIN label ON label.root = t."id"
      LEFT JOIN draft ON draft.root = t."id"
      LEFT JOIN blockers ON blockers.root = t."id"
      LEFT JOIN children ON children.root = t."id"
      LEFT JOIN runs ON runs.root = t."id"
      LEFT JOIN touches ON touches.root = t."id"
      LEFT JOIN owed ON owed.root = t."id"
      LEFT JOIN taken ON taken.root = t."id"
      LEFT JOIN acts ON acts.root = t."id"
      LEFT JOIN own ON own.root = t."id"
      LEFT JOIN mover ON mover.root = t."id"
      LEFT JOIN automatic ON automatic.root = t."id"
      LEFT JOIN move ON move.root = t."id"`);
  return JSON.parse(row?.rows ?? "[]") as unknown;
}
