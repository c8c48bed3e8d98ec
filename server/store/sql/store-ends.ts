import { activityTold, activityWritten } from "../activity.ts";
import type { ActivityEntry } from "../activity.ts";
import { Prisma } from "../generated/client.ts";
import { queryLast } from "../sql-runner.ts";
import type { SqlRunner } from "../sql-runner.ts";
import { toJsonbText } from "./append-events.ts";

/** The end of one run as it is written. */
export interface StoredEnd {
  runId: string;
  ticketId: number | null;
  outcome: string;
  endedAt: Date;
  exitCode: number | null;
  exitSignal: string | null;
  /** null: it completed. */
  error: string | null;
  resetsAt: Date | null;
  /** Every action after it counts as done. */
  actionsDone: number;
  wakeOn: { kind: string; until: string | null } | null;
  /** Its last event. */
  event: { seq: number; processNumber: number; kind: string; payload: object };
  /** What a person has to look at, under Needs you. */
  inbox: { kind: string; data: object } | null;
}

/**
 * Ends these runs of one project in ONE statement: last events, rows, money, open commands and questions,
 * rows under Needs you, and one activity row for each, in the same order. The caller holds
 * their locks and has checked that they are its own; it takes the project's revision row, the last lock.
 */
export async function storeEnds(
  sql: SqlRunner,
  projectId: number,
  ends: readonly StoredEnd[],
  entries: readonly Omit<ActivityEntry, "projectId">[],
): Promise<void> {
  // Said beside each join, so that a plan made while the tables were small goes through their keys too.
  const runIds = ends.map(({ runId }) => runId);
  const statement = Prisma.sql`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${toJsonbText(ends)}::jsonb) AS e(
        "runId" text, "ticketId" int, "outcome" text, "endedAt" timestamptz, "exitCode" int, "exitSignal" text, "error" text,
        "resetsAt" timestamptz, "actionsDone" int, "wakeOn" jsonb, "event" jsonb, "inbox" jsonb)
    ), event AS (
      INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "payload", "processNumber", "offset")
      SELECT "runId", ("event"->>'seq')::int, "endedAt", "event"->>'kind', "event"->'payload', ("event"->>'processNumber')::int, 0 FROM input
    ), ended AS (
      UPDATE "Run" r SET "state" = 'ended', "outcome" = i."outcome", "endedAt" = i."endedAt", "exitCode" = i."exitCode",
             "exitSignal" = i."exitSignal", "error" = i."error", "resetsAt" = i."resetsAt", "actionsDone" = i."actionsDone",
             "nextSeq" = r."nextSeq" + 1, "leaseUntil" = NULL,
             "wakeOn" = CASE WHEN jsonb_typeof(i."wakeOn") = 'object' THEN i."wakeOn" ELSE r."wakeOn" END
        FROM input i WHERE r."id" = i."runId" AND r."id" = ANY(${runIds}::text[])
    ), money AS (
      UPDATE "Reservation" m SET "closedAt" = i."endedAt" FROM input i WHERE m."runId" = i."runId" AND m."runId" = ANY(${runIds}::text[]) AND m."closedAt" IS NULL
    ), command AS (
      UPDATE "RunCommand" c SET "state" = 'failed', "error" = 'the run has ended'
        FROM input i WHERE c."runId" = i."runId" AND c."runId" = ANY(${runIds}::text[]) AND c."state" = 'queued' AND c."kind" <> 'steer'
    ), question AS (
      UPDATE "Question" q SET "state" = CASE WHEN i."outcome" = 'stopped' THEN 'withdrawn' ELSE 'parked' END
        FROM input i WHERE q."runId" = i."runId" AND q."runId" = ANY(${runIds}::text[]) AND (q."state" = 'open' OR (q."state" = 'parked' AND i."outcome" = 'stopped'))
    ), shown AS (
      INSERT INTO "InboxItem" ("projectId", "ticketId", "runId", "kind", "data", "createdAt")
      SELECT ${projectId}::int, "ticketId", "runId", "inbox"->>'kind', "inbox"->'data', "endedAt" FROM input
       WHERE jsonb_typeof("inbox") = 'object'
    ), ${activityWritten(projectId, entries)}
    SELECT taken."revision", ${activityTold(projectId)} FROM taken`;
  const rows = await queryLast<{ revision: bigint }[]>(sql, statement);
  if (rows.length === 0) {
    throw new Error(`project ${projectId}: expected its revision row, found none`);
  }
}
