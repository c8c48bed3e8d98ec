import type { Database } from "../store/client.ts";
import type { EventRow } from "../store/sql/append-events.ts";

/**
 * The `ended` event of a run that was settled under this fence; null: it has not ended, or somebody else
 * ended it. Whoever lost the answer to its own settlement learns here that it took place.
 */
export async function readOwnEnd(
  database: Database,
  { runId, fence }: { runId: string; fence: number },
): Promise<{ seq: number; event: EventRow } | null> {
  const row = await database.prisma.runEvent.findFirst({
    where: { runId, kind: "ended", run: { fence, state: "ended" } },
    orderBy: { seq: "desc" },
  });
  if (row === null) return null;
  const { seq, at, kind, parent, payload, offset } = row;
  return { seq, event: { at, kind, parent, payload, offset: Number(offset) } };
}
