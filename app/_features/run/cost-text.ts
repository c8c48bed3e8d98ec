import type { Format } from "#app/_lib/format.ts";

/** "$0.81", or "~$0.81" while the agent has not reported its cost; what is below a cent needs no "~". */
export function costText(usd: number, isEstimated: boolean, format: Format): string {
  const text = format.money(usd);
  return isEstimated && !text.startsWith("<") ? `~${text}` : text;
}
