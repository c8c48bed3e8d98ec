import type { RunEventPayload } from "#server/contracts/run-event.ts";
import { bookResult } from "../agent/cost.ts";
import type { Tx } from "../store/client.ts";
import { Prisma } from "../store/generated/client.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** Totals a process reported so far; carried by the supervisor. */
export interface CostMemory {
  cliVersion: string | null;
  processTotalUsd: number | null;
  sessionTotalUsd: number | null;
}

export interface BookedResult {
  usd: number;
  doubts: string[];
}

/** What a result adds, from the totals known before it. */
export function priceResult(
  result: RunEventPayload<"result">,
  memory: CostMemory,
): ReturnType<typeof bookResult> {
  return bookResult({ result, ...memory });
}

/**
 * Books one result in the transaction that stores it. The key names run, process and place in the
 * spool, so the same line is never booked twice, whoever reads it again. The amount counts on the
 * project's day on which it arrived (rule 28).
 */
export async function storeBooking(
  tx: Tx,
  run: ClaimedRun,
  booking: ReturnType<typeof bookResult> & {
    model: string | null;
    sourceKey: string;
    isEstimated: boolean;
  },
): Promise<void> {
  const amount = booking.usd.toFixed(8);
  const rows = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    INSERT INTO "LedgerEntry" ("projectId", "runId", "ticketId", "agent", "model", "day", "kind", "amountUsd", "isEstimated", "isUnpriced", "raw", "sourceKey")
    SELECT "id", ${run.id}, ${run.ticketId}, ${run.agent}, ${booking.model},
           (clock_timestamp() AT TIME ZONE "timeZone")::date, ${booking.isEstimated ? "estimate" : "result"}, ${amount}::numeric,
           ${booking.isEstimated}, ${booking.doubts.includes("missing") || booking.doubts.includes("zero")},
           ${JSON.stringify({ basis: booking.basis, rawTotalUsd: booking.rawTotalUsd, doubts: booking.doubts })}::jsonb, ${booking.sourceKey}
      FROM "Project" WHERE "id" = ${run.projectId}
    ON CONFLICT ("sourceKey") DO NOTHING RETURNING "id"`);
  if (rows.length === 0) return;
  await tx.$executeRaw`
    UPDATE "Run" SET "costUsd" = "costUsd" + ${amount}::numeric, "isCostEstimated" = ${booking.isEstimated} WHERE "id" = ${run.id}`;
  await tx.$executeRaw`
    UPDATE "Reservation" SET "usedUsd" = "usedUsd" + ${amount}::numeric WHERE "runId" = ${run.id}`;
  if (run.ticketId !== null && booking.rawTotalUsd !== null) {
    await tx.agentSession.updateMany({
      where: { projectId: run.projectId, agent: run.agent, ticketId: run.ticketId },
      data: { lastTotalUsd: booking.rawTotalUsd },
    });
  }
}
