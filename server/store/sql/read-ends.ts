import { Prisma } from "../generated/client.ts";
import type { SqlRunner } from "../sql-runner.ts";

/** What the end of a run looks at. JSON columns are as they were stored. */
export interface EndRow {
  /** The database's clock. */
  now: Date;
  id: string;
  projectId: number;
  ticketId: number | null;
  agent: string;
  automationId: string | null;
  hasStarted: boolean;
  hasSession: boolean;
  hasProgress: boolean;
  /** It has a limit of its own. */
  hasOwnLimit: boolean;
  restoreStatusOnFail: boolean;
  columnBefore: string | null;
  columnAfter: string | null;
  stopRequestedBy: string | null;
  stopRequestedByKind: string | null;
  actionsBefore: unknown;
  actionsBeforeDone: number;
  actionsAfter: unknown;
  actionsDone: number;
  /** `failure.retries` of its contract. */
  retries: number;
  nextSeq: number;
  processNumber: number;
  /** Its questions that are open or parked. */
  questions: number;
  /** "Stop and undo" was asked for and is not done. */
  isUndoOwed: boolean;
  /** Somebody moved or changed the ticket since the admission (comments are no change of it). */
  isTouched: boolean;
  ticket: EndTicket | null;
  firing: EndFiring | null;
  onLost: string;
  /** Handle of the board's owner. */
  owner: string | null;
  /** Hash of the configuration in force. */
  liveHash: string | null;
  /** Name of the first column of the blocked role. */
  blockedColumn: string | null;
}

interface EndTicket {
  id: number;
  number: number;
  column: string;
  isDeleted: boolean;
  createdBy: string;
  createdByKind: string;
}

interface EndFiring {
  cause: string;
  agent: string | null;
  payload: Record<string, unknown>;
  sourceSeq: number | null;
  requestedBy: string | null;
  failures: number;
}

/**
 * Everything that the ends of these runs look at, in ONE statement under the locks of
 * `lockForSettlement`. A run that has ended or has another fence is absent.
 */
export async function readEnds(
  sql: SqlRunner,
  projectId: number,
  ends: readonly { runId: string; fence: number }[],
): Promise<EndRow[]> {
  return sql.$queryRaw<EndRow[]>(Prisma.sql`
    SELECT clock_timestamp() AS "now", r."id", r."projectId", r."ticketId", r."agent", r."automationId", r."startedAt" IS NOT NULL AS "hasStarted",
           r."startedAt" IS NOT NULL AND r."sessionId" IS NOT NULL AND r."ticketId" IS NOT NULL AS "hasSession",
           r."hasProgress", r."maxCostUsd" IS NOT NULL AS "hasOwnLimit", r."restoreStatusOnFail", r."columnBefore", r."columnAfter",
           r."stopRequestedBy", r."stopRequestedByKind", r."actionsBefore", r."actionsBeforeDone", r."actionsAfter", r."actionsDone",
           (r."contract"->'failure'->>'retries')::int AS "retries", r."nextSeq", r."processNumber",
           (SELECT COUNT(*)::int FROM "Question" q WHERE q."runId" = r."id" AND q."state" IN ('open', 'parked')) AS "questions",
           EXISTS (SELECT 1 FROM "RunUndo" u WHERE u."runId" = r."id" AND u."state" = 'owed') AS "isUndoOwed",
           r."ticketId" IS NULL OR EXISTS (
             SELECT 1 FROM "Activity" a WHERE a."ticketId" = r."ticketId" AND a."revision" > r."admittedRevision"
                AND (a."data"->'changes' @> '[{"field":"status"}]'
                     OR (a."actorKind" = 'person' AND a."kind" IN ('ticket_changed', 'ticket_moved', 'ticket_deleted')))) AS "isTouched",
           CASE WHEN t."id" IS NOT NULL THEN json_build_object('id', t."id", 'number', t."number", 'column', c."name",
             'isDeleted', t."deletedAt" IS NOT NULL, 'createdBy', t."createdBy", 'createdByKind', t."createdByKind") END AS "ticket",
           CASE WHEN f."id" IS NOT NULL THEN json_build_object('cause', f."cause", 'agent', f."agent", 'payload', f."payload",
             'sourceSeq', f."sourceSeq", 'requestedBy', f."requestedBy", 'failures', f."failures") END AS "firing",
           p."onLost", file."liveHash", owner."handle" AS "owner", blocked."name" AS "blockedColumn"
      FROM UNNEST(${ends.map(({ runId }) => runId)}::text[], ${ends.map(({ fence }) => fence)}::int[]) AS asked("runId", "fence")
      JOIN "Run" r ON r."id" = asked."runId" AND r."fence" = asked."fence" AND r."projectId" = ${projectId} AND r."state" <> 'ended'
      JOIN "Project" p ON p."id" = r."projectId"
      LEFT JOIN "Ticket" t ON t."id" = r."ticketId"
      LEFT JOIN "BoardColumn" c ON c."id" = t."columnId"
      LEFT JOIN "Firing" f ON f."id" = r."firingId"
      LEFT JOIN "AutomationFile" file ON file."projectId" = r."projectId"
      LEFT JOIN (SELECT "handle" FROM "User" WHERE "role" = 'owner' AND "disabledAt" IS NULL ORDER BY "id" LIMIT 1) owner ON true
      LEFT JOIN (SELECT "name" FROM "BoardColumn" WHERE "projectId" = ${projectId} AND "role" = 'blocked'
                  ORDER BY "position", "id" LIMIT 1) blocked ON true`);
}
