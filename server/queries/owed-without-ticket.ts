import { firingCandidate } from "#server/core/dispatch/candidates.ts";
import { explain } from "#server/core/dispatch/explain.ts";
import type { Sentence } from "#server/contracts/why.ts";
import { firingCauseSchema } from "#server/contracts/words.ts";
import type { GateCode } from "#server/contracts/words.ts";
import type { Database } from "../store/client.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";
import { toOwedFiring } from "./firing-row.ts";

/** What a rule without tickets owes, and why it waits. */
export interface OwedWithoutTicket {
  since: Date;
  /** null: nothing holds it, it starts with the next look. */
  code: GateCode | null;
  sentence: Sentence | null;
  /** Failed runs are what it waits for. */
  isFailing: boolean;
}

/**
 * The oldest work that each rule owes without a ticket, by automation, judged as the dispatcher would.
 * No ticket shows it under Why, so the rule's own row does.
 */
export async function readOwedWithoutTicket(
  database: Database,
  projectId: number,
  now: Date,
): Promise<Map<string, OwedWithoutTicket>> {
  const rows = await database.prisma.firing.findMany({
    where: { projectId, ticketId: null, automationId: { not: null }, state: "owed" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const owed = new Map<string, OwedWithoutTicket>();
  if (rows.length === 0) return owed;
  const snapshot = { ...(await readDispatchSnapshot(database.prisma, projectId)), now };
  for (const row of rows) {
    const id = row.automationId;
    if (id === null || owed.has(id)) continue;
    const firing = toOwedFiring({
      ...row,
      id: Number(row.id),
      cause: firingCauseSchema.parse(row.cause),
      payload: row.payload as Record<string, unknown>,
    });
    const { automations } = explain(snapshot, [firingCandidate(firing, null)]);
    const [verdict] = automations;
    const code = verdict?.primary ?? null;
    owed.set(id, {
      since: row.createdAt,
      code,
      sentence: verdict?.sentence ?? null,
      isFailing: row.failures > 0 && (code === "BACKOFF" || code === "RETRIES_SPENT"),
    });
  }
  return owed;
}
