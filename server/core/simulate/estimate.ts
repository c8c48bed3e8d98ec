/** How long an agent's runs took and what they cost, over its last runs. */
export interface RunRecord {
  medianMs: number;
  p90Ms: number;
  medianUsd: number;
  p90Usd: number;
}

/** By agent; an agent without finished runs is not in it. */
export type RunRecords = Readonly<Record<string, RunRecord>>;

/** What is assumed of an agent that never ran: a short, ordinary run. */
export const assumedRecord: RunRecord = {
  medianMs: 8 * 60_000,
  p90Ms: 20 * 60_000,
  medianUsd: 0.5,
  p90Usd: 1,
};

/** A run as it usually goes, inside its own limits; `low` and `high` = usual and dear, in USD. */
export function estimateRun(
  records: RunRecords,
  run: { agent: string; maxCostUsd: number | null; timeoutSeconds: number },
): { durationMs: number; lowUsd: number; highUsd: number } {
  const record = records[run.agent] ?? assumedRecord;
  const capUsd = run.maxCostUsd ?? Infinity;
  return {
    durationMs: Math.max(1_000, Math.min(record.medianMs, run.timeoutSeconds * 1_000)),
    lowUsd: Math.min(record.medianUsd, capUsd),
    highUsd: Math.min(Math.max(record.p90Usd, record.medianUsd), capUsd),
  };
}
