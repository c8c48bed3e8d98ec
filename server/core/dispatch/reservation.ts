/** What a run may spend before it has to ask for more (rule 4), in USD. */
export function reservationFor(facts: {
  maxCostUsd: number | null;
  /** Costs of the agent's last runs; the newest 50 count. */
  recentCostsUsd: readonly number[];
}): number {
  if (facts.maxCostUsd !== null) return facts.maxCostUsd;
  const costs = facts.recentCostsUsd.slice(0, 50).filter((cost) => cost > 0);
  if (costs.length === 0) return DEFAULT_RESERVATION_USD;
  const sorted = costs.toSorted((a, b) => a - b);
  const index = Math.ceil(sorted.length * 0.9) - 1;
  return sorted[index] ?? DEFAULT_RESERVATION_USD;
}

/** Set aside for an agent without history and without its own limit. */
export const DEFAULT_RESERVATION_USD = 1;
