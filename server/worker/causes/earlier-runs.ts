import { buildDigest } from "#server/core/prompt/digest.ts";
import type { Database } from "../../store/client.ts";
import type { ClaimedRun } from "../claimed-run.ts";

/** So many of the newest runs are told. */
const MAX_RUNS = 3;

/**
 * What a conversation that begins anew is told about the pair's runs before it, oldest first; null
 * when none ever worked here, so that a first run gets nothing but skill and ticket (engine.md §4).
 */
export async function digestEarlierRuns(
  database: Database,
  run: ClaimedRun,
  delimiter: string,
): Promise<string | null> {
  if (run.ticketId === null) return null;
  const where = {
    projectId: run.projectId,
    agent: run.agent,
    ticketId: run.ticketId,
    startedAt: { not: null },
  };
  const runs = await database.prisma.run.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_RUNS,
    select: { id: true, outcome: true, resultText: true, error: true },
  });
  if (runs.length === 0) return null;
  const total = await database.prisma.run.count({ where });
  const lines = runs.map((one, index) => ({
    name: `Run ${total - index}`,
    state: one.id === run.id ? "interrupted" : (one.outcome ?? "interrupted"),
    text: one.resultText ?? one.error ?? "",
  }));
  return buildDigest(lines.toReversed(), delimiter);
}
