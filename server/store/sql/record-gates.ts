import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** What held one automation back from one ticket at a look; an empty list = nothing. */
export interface SeenPair {
  automationId: string;
  ticketId: number;
  /** Since when the ticket is where it is: a refusal last seen before is another one. */
  since: Date;
  /** How often it looked like this since the last call. */
  times: number;
  refusals: { code: string; expected: unknown; actual: unknown }[];
}

/**
 * Keeps the history of gates, one statement whatever the number of pairs. A row is a time during which a
 * gate refused, or the moment from which it let through again; what never refused has no row. A row is
 * added only when the result changes; else its last moment and its count go on. Takes no lock that
 * others wait for. Returns the pairs that got a new row.
 */
export async function recordGates(
  tx: Tx,
  projectId: number,
  pairs: readonly SeenPair[],
  now: Date,
): Promise<{ automationId: string; ticketId: number }[]> {
  if (pairs.length === 0) return [];
  return tx.$queryRaw<{ automationId: string; ticketId: number }[]>(Prisma.sql`
    WITH pair AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
        AS p("automationId" text, "ticketId" int, "since" timestamptz, "times" int, "refusals" jsonb)
    ), refusal AS MATERIALIZED (
      SELECT pair."automationId", pair."ticketId", pair."since", pair."times", r."code", r."expected", r."actual"
        FROM pair CROSS JOIN LATERAL jsonb_to_recordset(pair."refusals") AS r("code" text, "expected" jsonb, "actual" jsonb)
    ), latest AS MATERIALIZED (
      SELECT DISTINCT ON (g."automationId", g."ticketId", g."code")
             g."id", g."automationId", g."ticketId", g."code", g."isPassing", g."lastSeenAt"
        FROM pair CROSS JOIN LATERAL (
          SELECT * FROM "GateResult" own
           WHERE own."projectId" = ${projectId} AND own."automationId" = pair."automationId" AND own."ticketId" = pair."ticketId"
           OFFSET 0
        ) g
       ORDER BY g."automationId", g."ticketId", g."code", g."id" DESC
    ), known AS MATERIALIZED (
      SELECT refusal.*, latest."id" FROM refusal
        LEFT JOIN latest ON latest."automationId" = refusal."automationId" AND latest."ticketId" = refusal."ticketId"
         AND latest."code" = refusal."code" AND NOT latest."isPassing" AND latest."lastSeenAt" >= refusal."since"
    ), kept AS (
      UPDATE "GateResult" g
         SET "lastSeenAt" = ${now}::timestamptz, "count" = g."count" + known."times", "expected" = known."expected", "actual" = known."actual"
        FROM known WHERE g."id" = known."id" AND g."id" = ANY(ARRAY(SELECT "id" FROM known))
    ), added AS (
      INSERT INTO "GateResult" ("projectId", "automationId", "ticketId", "code", "isPassing", "expected", "actual",
                                "firstSeenAt", "lastSeenAt", "count")
      SELECT ${projectId}::int, "automationId", "ticketId", "code", false, "expected", "actual", ${now}::timestamptz, ${now}::timestamptz, "times"
        FROM known WHERE "id" IS NULL
      UNION ALL
      SELECT ${projectId}::int, "automationId", "ticketId", "code", true, NULL, NULL, ${now}::timestamptz, ${now}::timestamptz, 1 FROM latest
       WHERE NOT "isPassing" AND NOT EXISTS (
         SELECT 1 FROM refusal WHERE refusal."automationId" = latest."automationId"
            AND refusal."ticketId" = latest."ticketId" AND refusal."code" = latest."code")
      RETURNING "automationId", "ticketId"
    )
    SELECT DISTINCT "automationId", "ticketId" FROM added`);
}

/** Keeps the newest rows of these pairs only. */
export async function pruneGates(
  tx: Tx,
  projectId: number,
  pairs: readonly { automationId: string; ticketId: number }[],
  keep: number,
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    DELETE FROM "GateResult" WHERE "id" IN (
      SELECT "id" FROM (
        SELECT g."id", ROW_NUMBER() OVER (PARTITION BY g."automationId", g."ticketId" ORDER BY g."id" DESC) AS place
          FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS p("automationId" text, "ticketId" int)
          CROSS JOIN LATERAL (
            SELECT * FROM "GateResult" own
             WHERE own."projectId" = ${projectId} AND own."automationId" = p."automationId" AND own."ticketId" = p."ticketId"
             OFFSET 0
          ) g
      ) ranked WHERE place > ${keep})`);
}
