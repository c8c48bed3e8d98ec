import { activityNotice, activityWritten } from "../activity.ts";
import type { ActivityEntry } from "../activity.ts";
import { Prisma } from "../generated/client.ts";
import { queryLast } from "../sql-runner.ts";
import type { SqlRunner } from "../sql-runner.ts";
import { toJsonbText } from "./append-events.ts";
import { LEASE_SECONDS } from "./claim-queued-runs.ts";
import { moneyReserved } from "./reserve-money.ts";
import type { MoneyRequest } from "./reserve-money.ts";
import { allOwed, firingsOwed, startsSettled } from "./settle-admitted.ts";
import type { AdmittedStart } from "./settle-admitted.ts";

/** A run as it is inserted; what is not named has the table's default. Amounts are decimal text. */
export interface RunRow {
  id: string;
  ticketId: number | null;
  agent: string;
  automationId: string | null;
  firingId: number | null;
  cause: string;
  causeText: object;
  attempt: number;
  previousRunId: string | null;
  groupName: string;
  exclusions: string[];
  /** A fresh one; the conversation that the pair has begun goes before it. */
  sessionId: string;
  skillHash: string | null;
  skillVersion: number | null;
  model: string | null;
  fallbackModel: string | null;
  agentType: string | null;
  permissionLevel: string;
  allowedTools: string[];
  disallowedTools: string[];
  env: Record<string, string>;
  maxTurns: number;
  maxCostUsd: string | null;
  timeoutSeconds: number;
  isolation: string;
  cwd: string;
  contract: object;
  contractHash: string;
  purpose: string;
  skillFile: string | null;
  context: string | null;
  actionsBefore: object[];
  actionsAfter: object[];
  restoreStatusOnFail: boolean;
  forcedGates: string[];
  columnBefore: string | null;
  columnAfter: string | null;
  ticketRevision: number | null;
  harness: object;
  questionMode: string;
  isDemo: boolean;
  tokenHash: string;
  tokenSecret: string;
}

export interface RunsToInsert {
  projectId: number;
  /** In the order in which they were decided; they are claimed in it too. */
  runs: RunRow[];
  /** The activity row of each run, in the same order. */
  entries: Omit<ActivityEntry, "projectId">[];
  /** The reservation of each run, in the same order. */
  money: MoneyRequest;
  /** What is settled along with them; empty where the caller did so before. */
  settled: readonly AdmittedStart[];
  /** Takes the first of the runs, so many at most, with their admission; null: they wait for a worker. */
  taker: { workerId: string; atMost: number } | null;
}

/** `refused`: the money of one of them does not suffice; `stale`: a firing is not owed any more. */
export type Inserted = "inserted" | "refused" | "stale";

/**
 * Inserts runs with their session rows, their reservations and their activity rows, and settles what their
 * admission settles, in ONE statement that takes the project's revision row, the last lock of the transaction.
 * All of it or nothing. What a worker takes with the admission is claimed: the ticket was read under the
 * locks of this very transaction (rule 20).
 */
export async function insertRunRows(sql: SqlRunner, insert: RunsToInsert): Promise<Inserted> {
  const { projectId, runs, entries, money, settled, taker } = insert;
  const isSettled = Prisma.sql`(SELECT rows FROM settled) >= 0`;
  const when = Prisma.sql`
    (SELECT "isGranted" FROM verdict) AND (SELECT COUNT(*) FROM session) >= 0 AND ${isSettled}`;
  const isTaken = Prisma.sql`i.place <= ${taker?.atMost ?? 0}::int`;
  const rows = await queryLast<{ isAffordable: boolean; revision: bigint | null }[]>(
    sql,
    Prisma.sql`
    WITH ${firingsOwed(settled)}, input AS MATERIALIZED (
      SELECT r.*, ROW_NUMBER() OVER () AS place FROM jsonb_to_recordset(${toJsonbText(runs)}::jsonb) AS r(
        "id" text, "ticketId" int, "agent" text, "automationId" text, "firingId" bigint, "cause" text, "causeText" jsonb,
        "attempt" int, "previousRunId" text, "groupName" text, "exclusions" text[], "sessionId" text, "skillHash" text,
        "skillVersion" int, "model" text, "fallbackModel" text, "agentType" text, "permissionLevel" text, "allowedTools" text[],
        "disallowedTools" text[], "env" jsonb, "maxTurns" int, "maxCostUsd" numeric, "timeoutSeconds" int, "isolation" text,
        "cwd" text, "contract" jsonb, "contractHash" text, "purpose" text, "skillFile" text, "context" text, "actionsBefore" jsonb,
        "actionsAfter" jsonb, "restoreStatusOnFail" bool, "forcedGates" text[], "columnBefore" text, "columnAfter" text,
        "ticketRevision" int, "harness" jsonb, "questionMode" text, "isDemo" bool, "tokenHash" text, "tokenSecret" text)
    ), ${moneyReserved(money, allOwed(settled))}, ${startsSettled(settled, money.now)}, session AS (
      INSERT INTO "AgentSession" AS known ("projectId", "agent", "ticketId", "sessionId", "cwd", "updatedAt")
      SELECT ${projectId}::int, input."agent", input."ticketId", input."sessionId", '', ${money.now}::timestamptz
        FROM input, verdict WHERE verdict."isGranted" AND input."ticketId" IS NOT NULL
      ON CONFLICT ("projectId", "agent", "ticketId") DO UPDATE SET
        "sessionId" = CASE WHEN known."isStarted" THEN known."sessionId" ELSE EXCLUDED."sessionId" END,
        "updatedAt" = CASE WHEN known."isStarted" THEN known."updatedAt" ELSE EXCLUDED."updatedAt" END
      RETURNING "agent", "ticketId", "sessionId"
    ), ${activityWritten(projectId, entries, when)}, inserted AS (
      INSERT INTO "Run" ("id", "projectId", "ticketId", "agent", "automationId", "firingId", "cause", "causeText", "attempt",
        "previousRunId", "groupName", "exclusions", "sessionId", "prompt", "skillHash", "skillVersion", "model", "fallbackModel",
        "agentType", "permissionLevel", "allowedTools", "disallowedTools", "env", "maxTurns", "maxCostUsd", "budgetUsd",
        "timeoutSeconds", "isolation", "cwd", "contract", "contractHash", "purpose", "skillFile", "context", "actionsBefore",
        "actionsAfter", "restoreStatusOnFail", "forcedGates", "columnBefore", "columnAfter", "ticketRevision", "admittedRevision",
        "harness", "questionMode", "isDemo", "tokenHash", "tokenSecret", "createdAt", "state", "fence", "workerId", "claimedAt", "leaseUntil")
      SELECT i."id", ${projectId}::int, i."ticketId", i."agent", i."automationId", i."firingId", i."cause", i."causeText", i."attempt",
             i."previousRunId", i."groupName", i."exclusions", COALESCE(session."sessionId", i."sessionId"), '', i."skillHash",
             i."skillVersion", i."model", i."fallbackModel", i."agentType", i."permissionLevel", i."allowedTools",
             i."disallowedTools", i."env", i."maxTurns", i."maxCostUsd", COALESCE(i."maxCostUsd", allowance.free),
             i."timeoutSeconds", i."isolation", i."cwd", i."contract", i."contractHash", i."purpose", i."skillFile", i."context",
             i."actionsBefore", i."actionsAfter", i."restoreStatusOnFail", i."forcedGates", i."columnBefore", i."columnAfter",
             i."ticketRevision", taken."revision" - ${runs.length}::int + i.place, i."harness", i."questionMode", i."isDemo", i."tokenHash", i."tokenSecret",
             -- One after the other, so that they are claimed in their order.
             ${money.now}::timestamptz + make_interval(secs => (i.place - 1) * 0.000001),
             CASE WHEN ${isTaken} THEN 'starting' ELSE 'queued' END, CASE WHEN ${isTaken} THEN 1 ELSE 0 END,
             CASE WHEN ${isTaken} THEN ${taker?.workerId ?? null}::text END, CASE WHEN ${isTaken} THEN clock_timestamp() END,
             CASE WHEN ${isTaken} THEN clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) END
        FROM input i CROSS JOIN taken JOIN allowance ON allowance."runId" = i."id"
        LEFT JOIN session ON session."ticketId" = i."ticketId" AND session."agent" = i."agent"
    )
    SELECT verdict."isAffordable", taken."revision", CASE WHEN taken."revision" IS NOT NULL THEN ${activityNotice(projectId)} END AS told
      FROM verdict LEFT JOIN taken ON true`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`project ${projectId}: expected a row, found none`);
  if (row.revision !== null) return "inserted";
  return row.isAffordable ? "stale" : "refused";
}
