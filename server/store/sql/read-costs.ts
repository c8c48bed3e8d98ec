import type { CostGrouping } from "#server/contracts/costs.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface CostScope {
  projectIds: number[];
  /** Calendar days, both counted. */
  from: string;
  to: string;
  /** Only what this agent cost, and what runs that this person caused cost; null = all. */
  agent: string | null;
  person: string | null;
}

export interface CostRow {
  key: string | null;
  label: string | null;
  project: string | null;
  ticket: number | null;
  spentUsd: Prisma.Decimal;
  estimatedUsd: Prisma.Decimal;
  runs: number;
  unpricedRuns: number;
  /** The one row over everything. */
  isTotal: boolean;
}

/**
 * Who caused each of these runs: the person named by its frozen cause; what follows by itself (a retry,
 * a wake, the next of a chain) belongs to who caused the run it follows.
 */
const starters = (runIds: Prisma.Sql) => Prisma.sql`
  chain AS (
    SELECT r."id" AS "runId", r."previousRunId", r."cause",
           CASE WHEN r."causeText"->>'actorKind' = 'person' THEN r."causeText"->>'actor' END AS person
      FROM "Run" r WHERE r."id" IN (${runIds})
    UNION ALL
    SELECT c."runId", r."previousRunId", r."cause",
           CASE WHEN r."causeText"->>'actorKind' = 'person' THEN r."causeText"->>'actor' END
      FROM chain c JOIN "Run" r ON r."id" = c."previousRunId"
     WHERE c.person IS NULL AND c."cause" IN ('retry', 'wake', 'chain')
  ), starter AS (SELECT "runId", MAX(person) AS person FROM chain GROUP BY "runId")`;

const none = Prisma.sql`NULL::text`;

/** What rows are added up by, with what names a group. */
const groupings: Record<
  CostGrouping,
  { key: Prisma.Sql; label?: Prisma.Sql; project?: Prisma.Sql; ticket?: Prisma.Sql }
> = {
  day: { key: Prisma.sql`to_char(e."day", 'YYYY-MM-DD')` },
  agent: { key: Prisma.sql`e."agent"` },
  model: { key: Prisma.sql`e."model"` },
  ticket: {
    key: Prisma.sql`p."slug" || '#' || t."number"`,
    label: Prisma.sql`t."title"`,
    project: Prisma.sql`CASE WHEN t."id" IS NOT NULL THEN p."slug" END`,
    ticket: Prisma.sql`t."number"`,
  },
  person: { key: Prisma.sql`s.person`, label: Prisma.sql`u."name"` },
};

/**
 * Money of these projects on these days by group, the dearest first, with one row over everything. One
 * scan of the ledger's index on (project, day). An amount counts on the day that was booked with it: the
 * same that the fuse counts (rule 28).
 */
export async function readCostRows(tx: Tx, scope: CostScope, by: CostGrouping): Promise<CostRow[]> {
  const { key, label = none, project = none, ticket = Prisma.sql`NULL::int` } = groupings[by];
  const hasStarters = by === "person" || scope.person !== null;
  return tx.$queryRaw<CostRow[]>(Prisma.sql`
    WITH RECURSIVE entry AS (
      SELECT "projectId", "runId", "ticketId", "agent", "model", "day", "amountUsd", "isEstimated", "isUnpriced"
        FROM "LedgerEntry"
       WHERE "projectId" = ANY(${scope.projectIds}::int[]) AND "day" BETWEEN ${scope.from}::date AND ${scope.to}::date
         AND (${scope.agent}::text IS NULL OR "agent" = ${scope.agent})
    )${hasStarters ? Prisma.sql`, ${starters(Prisma.sql`SELECT "runId" FROM entry`)}` : Prisma.empty}
    , named AS (
      SELECT ${key} AS "key", ${label} AS "label", ${project} AS "project", ${ticket} AS "ticket",
             e."amountUsd", e."isEstimated", e."isUnpriced", e."runId"
        FROM entry e
        ${by === "ticket" ? Prisma.sql`JOIN "Project" p ON p."id" = e."projectId" LEFT JOIN "Ticket" t ON t."id" = e."ticketId"` : Prisma.empty}
        ${hasStarters ? Prisma.sql`LEFT JOIN starter s ON s."runId" = e."runId"` : Prisma.empty}
        ${by === "person" ? Prisma.sql`LEFT JOIN "User" u ON u."handle" = s.person` : Prisma.empty}
        ${scope.person === null ? Prisma.empty : Prisma.sql`WHERE s.person = ${scope.person}`}
    )
    SELECT "key", MAX("label") AS "label", MAX("project") AS "project", MAX("ticket") AS "ticket",
           COALESCE(SUM("amountUsd"), 0) AS "spentUsd",
           COALESCE(SUM("amountUsd") FILTER (WHERE "isEstimated"), 0) AS "estimatedUsd",
           COUNT(DISTINCT "runId")::int AS "runs",
           COUNT(DISTINCT "runId") FILTER (WHERE "isUnpriced")::int AS "unpricedRuns",
           GROUPING("key") = 1 AS "isTotal"
      FROM named GROUP BY GROUPING SETS (("key"), ())
     ORDER BY "isTotal" DESC, "spentUsd" DESC, "key" COLLATE "C" NULLS LAST`);
}

/** Open rest of every reservation, by the same filters. */
export async function readOpenReservations(
  tx: Tx,
  scope: Pick<CostScope, "projectIds" | "agent" | "person">,
): Promise<Prisma.Decimal> {
  const { projectIds, agent, person } = scope;
  const [row] = await tx.$queryRaw<{ total: Prisma.Decimal }[]>(Prisma.sql`
    WITH RECURSIVE held AS (
      SELECT v."runId", GREATEST(v."amountUsd" - v."usedUsd", 0) AS rest
        FROM "Reservation" v JOIN "Run" r ON r."id" = v."runId"
       WHERE v."projectId" = ANY(${projectIds}::int[]) AND v."closedAt" IS NULL
         AND (${agent}::text IS NULL OR r."agent" = ${agent})
    ), ${starters(Prisma.sql`SELECT "runId" FROM held`)}
    SELECT COALESCE(SUM(rest), 0) AS total FROM held LEFT JOIN starter s ON s."runId" = held."runId"
     WHERE ${person}::text IS NULL OR s.person = ${person}`);
  return row?.total ?? new Prisma.Decimal(0);
}

/**
 * The calendar day of `now`, `YYYY-MM-DD`, of each project in its own zone or in the one that its
 * automations name; the latest of them, so that no project's newest amounts are missed. UTC without projects.
 */
export async function readToday(
  tx: Tx,
  zones: { projectId: number; timeZone: string | null }[],
  now: Date,
): Promise<string> {
  const [row] = await tx.$queryRaw<{ today: string | null }[]>(Prisma.sql`
    SELECT to_char(COALESCE(
             MAX((${now}::timestamptz AT TIME ZONE COALESCE(z."timeZone", p."timeZone"))::date),
             (${now}::timestamptz AT TIME ZONE 'UTC')::date), 'YYYY-MM-DD') AS "today"
      FROM unnest(${zones.map((zone) => zone.projectId)}::int[], ${zones.map((zone) => zone.timeZone)}::text[]) AS z("projectId", "timeZone")
      JOIN "Project" p ON p."id" = z."projectId"`);
  if (!row?.today) throw new Error("today: expected a row, found none");
  return row.today;
}
