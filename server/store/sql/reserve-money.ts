import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

export interface MoneyRequest {
  runId: string;
  projectId: number;
  amountUsd: number;
  /** null: no fuse. */
  capUsd: number | null;
  /** Cap for supervisors beyond the project's; null when the agent is none. */
  supervisorCapUsd: number | null;
  supervisors: string[];
  now: Date;
  timeZone: string | null;
}

/**
 * Sets money aside for a run when spent + reserved + amount stays within the cap, compared in NUMERIC.
 * The caller holds the project's budget row, so two callers cannot both take the last cent. Returns
 * what was free before (null = no fuse), or "refused".
 */
export async function reserveMoney(
  tx: Tx,
  request: MoneyRequest,
): Promise<{ freeUsd: number | null } | "refused"> {
  const { runId, projectId, amountUsd, capUsd, supervisorCapUsd, supervisors, now, timeZone } =
    request;
  const rows = await tx.$queryRaw<{ free: Prisma.Decimal | null }[]>(Prisma.sql`
    WITH today AS (
      SELECT (${now}::timestamptz AT TIME ZONE COALESCE(${timeZone}::text, "timeZone"))::date AS day
        FROM "Project" WHERE "id" = ${projectId}
    ), used AS (
      SELECT COALESCE((SELECT SUM("amountUsd") FROM "LedgerEntry", today
                        WHERE "projectId" = ${projectId} AND "LedgerEntry"."day" = today.day), 0)
           + COALESCE((SELECT SUM(GREATEST("amountUsd" - "usedUsd", 0)) FROM "Reservation"
                        WHERE "projectId" = ${projectId} AND "closedAt" IS NULL), 0) AS total,
             COALESCE((SELECT SUM("amountUsd") FROM "LedgerEntry", today
                        WHERE "projectId" = ${projectId} AND "LedgerEntry"."day" = today.day
                          AND "agent" = ANY(${supervisors}::text[])), 0)
           + COALESCE((SELECT SUM(GREATEST(r."amountUsd" - r."usedUsd", 0)) FROM "Reservation" r
                         JOIN "Run" run ON run."id" = r."runId"
                        WHERE r."projectId" = ${projectId} AND r."closedAt" IS NULL
                          AND run."agent" = ANY(${supervisors}::text[])), 0) AS supervisors
    ), reserved AS (
      INSERT INTO "Reservation" ("runId", "projectId", "amountUsd")
      SELECT ${runId}, ${projectId}, ${String(amountUsd)}::numeric FROM used
       WHERE ${capUsd === null ? null : String(capUsd)}::numeric IS NULL
          OR used.total + ${String(amountUsd)}::numeric <= ${capUsd === null ? null : String(capUsd)}::numeric
          OR used.supervisors + ${String(amountUsd)}::numeric <= ${supervisorCapUsd === null ? null : String(supervisorCapUsd)}::numeric
      RETURNING "runId"
    )
    SELECT ${capUsd === null ? null : String(capUsd)}::numeric - used.total AS free FROM used, reserved`);
  const [row] = rows;
  if (!row) return "refused";
  return { freeUsd: row.free === null ? null : Number(row.free) };
}
