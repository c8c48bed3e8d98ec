import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** A further step is asked for when this share of what a run may spend is used (rule 4). */
export const STEP_AT_SHARE = 0.8;

export interface Raise {
  runId: string;
  projectId: number;
  /** Size of the first reservation: every step is as large (rule 4). */
  stepUsd: number;
  /** What the run has cost so far, live usage included. */
  usedUsd: number;
  /** Cap of the day and the run's own; null = none. */
  capUsd: number | null;
  maxCostUsd: number | null;
  now: Date;
  timeZone: string | null;
}

/**
 * Raises a run's reservation by one step of its first size, when the day's cap leaves room, in the
 * caller's transaction that holds the project's budget row. `enough`: no step is needed yet;
 * `refused`: there is no room, the run has to end after its current answer.
 */
export async function raiseReservation(
  tx: Tx,
  raise: Raise,
): Promise<"enough" | "raised" | "refused"> {
  const { runId, projectId, usedUsd, capUsd, now, timeZone } = raise;
  const cap = capUsd === null ? null : String(capUsd);
  const reservation = await tx.reservation.findFirst({
    where: { runId, closedAt: null },
    select: { amountUsd: true },
  });
  if (!reservation || usedUsd < Number(reservation.amountUsd) * STEP_AT_SHARE) return "enough";
  // A run with a limit of its own has all of it set aside: there the CLI's flag ends it.
  if (raise.maxCostUsd !== null) return "enough";
  const step = String(raise.stepUsd);
  const count = await tx.$executeRaw(Prisma.sql`
    WITH today AS (
      SELECT (${now}::timestamptz AT TIME ZONE COALESCE(${timeZone}::text, "timeZone"))::date AS day
        FROM "Project" WHERE "id" = ${projectId}
    ), used AS (
      SELECT COALESCE((SELECT SUM("amountUsd") FROM "LedgerEntry", today
                        WHERE "projectId" = ${projectId} AND "LedgerEntry"."day" = today.day), 0)
           + COALESCE((SELECT SUM(GREATEST("amountUsd" - "usedUsd", 0)) FROM "Reservation"
                        WHERE "projectId" = ${projectId} AND "closedAt" IS NULL), 0) AS total
    )
    UPDATE "Reservation" SET "amountUsd" = "amountUsd" + ${step}::numeric FROM used
     WHERE "runId" = ${runId} AND "closedAt" IS NULL
       AND (${cap}::numeric IS NULL OR used.total + ${step}::numeric <= ${cap}::numeric)`);
  return count === 1 ? "raised" : "refused";
}
