import type { RunEventPayload } from "#server/contracts/run-event.ts";
import { bookResult, estimateUsd, isPricedModel } from "../agent/cost.ts";
import type { Booking } from "../agent/cost.ts";
import type { LiveUsage } from "../agent/normalise.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import type { Tx } from "../store/client.ts";
import { Prisma } from "../store/generated/client.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** Totals a process reported so far; carried by the supervisor. */
export interface CostMemory {
  cliVersion: string | null;
  processTotalUsd: number | null;
  sessionTotalUsd: number | null;
}

/** What a result adds, from the totals known before it and the tokens seen since the one before. */
export function priceResult(
  result: RunEventPayload<"result">,
  memory: CostMemory,
  usage: Map<string, LiveUsage>,
  model: string | null,
): Booking {
  const messages = [...usage.values()];
  // Sub-agents may not be streamed: the result's own count is taken where it is larger.
  const whole = { model: messages.at(-1)?.model ?? model, usage: result.usage };
  return bookResult({
    result,
    ...memory,
    counted: {
      usd: Math.max(estimateUsd(messages), estimateUsd([whole])),
      isPriced: [...messages, whole].every((message) => isPricedModel(message.model)),
    },
  });
}

/** A turn without a result, counted from its tokens; a model without a price is marked, never free. */
export function priceUnfinished(usage: Map<string, LiveUsage>): Booking {
  const messages = [...usage.values()];
  const isPriced = messages.every((message) => isPricedModel(message.model));
  return {
    usd: estimateUsd(messages),
    basis: "none",
    rawTotalUsd: null,
    doubts: isPriced ? [] : ["unpriced"],
  };
}

/**
 * Books one result in the transaction that stores it. The key names run, process and place in the
 * spool, so the same line is never booked twice, whoever reads it again. The amount counts on the
 * project's day on which it arrived (rule 28).
 */
export async function storeBooking(
  tx: Tx,
  run: ClaimedRun,
  booking: Booking & {
    model: string | null;
    sourceKey: string;
    isEstimated: boolean;
  },
): Promise<void> {
  const amount = booking.usd.toFixed(8);
  // The zone in which the fuse counts its day: another would book money where nobody looks.
  const { timeZone } = await readLiveAutomations(tx, run.projectId);
  const rows = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    INSERT INTO "LedgerEntry" ("projectId", "runId", "ticketId", "agent", "model", "day", "kind", "amountUsd", "isEstimated", "isUnpriced", "raw", "sourceKey", "at")
    SELECT "id", ${run.id}, ${run.ticketId}, ${run.agent}, ${booking.model},
           (moment.at AT TIME ZONE COALESCE(${timeZone ?? null}::text, "timeZone"))::date, ${booking.isEstimated ? "estimate" : "result"}, ${amount}::numeric,
           ${booking.isEstimated}, ${booking.doubts.includes("unpriced")},
           ${JSON.stringify({ basis: booking.basis, rawTotalUsd: booking.rawTotalUsd, doubts: booking.doubts })}::jsonb, ${booking.sourceKey}, moment.at
      FROM "Project", (SELECT clock_timestamp() AS at) AS moment WHERE "id" = ${run.projectId}
    ON CONFLICT ("sourceKey") DO NOTHING RETURNING "id"`);
  if (rows.length === 0) return;
  await tx.$executeRaw`
    UPDATE "Run" SET "costUsd" = "costUsd" + ${amount}::numeric, "isCostEstimated" = "isCostEstimated" OR ${booking.isEstimated} WHERE "id" = ${run.id}`;
  await tx.$executeRaw`
    UPDATE "Reservation" SET "usedUsd" = "usedUsd" + ${amount}::numeric WHERE "runId" = ${run.id}`;
  if (run.ticketId !== null && booking.rawTotalUsd !== null) {
    await tx.agentSession.updateMany({
      where: { projectId: run.projectId, agent: run.agent, ticketId: run.ticketId },
      data: { lastTotalUsd: booking.rawTotalUsd },
    });
  }
}
