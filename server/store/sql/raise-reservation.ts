import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { moneyOfDay, numericText } from "./money-of-day.ts";

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
  /** Cap for supervisors beyond the project's; null when the agent is none. */
  supervisorCapUsd: number | null;
  supervisors: string[];
  now: Date;
  timeZone: string | null;
}

/** `refused`: there is no room, the run has to end after its current answer. */
export interface Raised {
  answer: "enough" | "raised" | "refused";
  /** All the run may spend from now on. */
  amountUsd: number;
}

/**
 * Raises a run's reservation by a step of its first size, or by as many as one large answer needs, when
 * the day's cap leaves room for them, in the caller's transaction that holds the project's budget row.
 * A run with a limit of its own has all of it set aside and gets no more. Refused, what was used above
 * the reservation is written into it, so that nobody is given money that is gone.
 */
export async function raiseReservation(tx: Tx, raise: Raise): Promise<Raised> {
  const { runId, usedUsd, stepUsd } = raise;
  const reservation = await tx.reservation.findFirst({
    where: { runId, closedAt: null },
    select: { amountUsd: true },
  });
  const amountUsd = Number(reservation?.amountUsd ?? 0);
  const isOwnLimit = raise.maxCostUsd !== null;
  const isEnough = usedUsd < (isOwnLimit ? amountUsd : amountUsd * STEP_AT_SHARE);
  if (!reservation || isEnough) return { answer: "enough", amountUsd };
  const steps = Math.floor((usedUsd / STEP_AT_SHARE - amountUsd) / stepUsd) + 1;
  const moreUsd = Math.max(1, steps) * stepUsd;
  if (!isOwnLimit && (await raiseBy(tx, raise, moreUsd))) {
    return { answer: "raised", amountUsd: amountUsd + moreUsd };
  }
  await tx.$executeRaw`
    UPDATE "Reservation" SET "amountUsd" = GREATEST("amountUsd", ${numericText(usedUsd)}::numeric) WHERE "runId" = ${runId}`;
  return { answer: "refused", amountUsd: Math.max(amountUsd, usedUsd) };
}

async function raiseBy(tx: Tx, raise: Raise, moreUsd: number): Promise<boolean> {
  const more = numericText(moreUsd);
  const cap = numericText(raise.capUsd);
  const supervisorCap = numericText(raise.supervisorCapUsd);
  const count = await tx.$executeRaw(Prisma.sql`
    WITH ${moneyOfDay(raise)}
    UPDATE "Reservation" SET "amountUsd" = "amountUsd" + ${more}::numeric FROM money
     WHERE "runId" = ${raise.runId} AND "closedAt" IS NULL
       AND (${cap}::numeric IS NULL OR money.used + ${more}::numeric <= ${cap}::numeric
            OR money."supervisorUsed" + ${more}::numeric <= ${supervisorCap}::numeric)`);
  return count === 1;
}
