import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { moneyOfDay } from "./money-of-day.ts";

export interface Spending {
  /** Calendar day in the project's time zone, `YYYY-MM-DD`. */
  day: string;
  spentUsd: Prisma.Decimal;
  /** Open rest of every reservation, on whatever day it is asked (rule 28). */
  reservedUsd: Prisma.Decimal;
  supervisorSpentUsd: Prisma.Decimal;
  isEstimated: boolean;
}

/**
 * Money of one project on the calendar day of `now` (exact decimals), in `timeZone` or the project's own. `supervisors` are the agents that
 * may go on at the cap; what they reserved and spent counts as theirs as well.
 */
export async function readSpending(
  tx: Tx,
  projectId: number,
  supervisors: string[],
  now: Date,
  timeZone: string | null = null,
): Promise<Spending> {
  const [row] = await tx.$queryRaw<Spending[]>(Prisma.sql`
    WITH ${moneyOfDay({ projectId, supervisors, now, timeZone })}
    SELECT to_char("day", 'YYYY-MM-DD') AS "day", "spent" AS "spentUsd", "reserved" AS "reservedUsd",
           "supervisorUsed" AS "supervisorSpentUsd", "isEstimated" FROM money`);
  if (!row) throw new Error(`project ${projectId}: expected a row, found none`);
  return row;
}
