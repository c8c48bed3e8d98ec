import type { Format } from "#app/_lib/format.ts";

/** "$0.81", or "~$0.81" where a part is estimated; what is below a cent needs no "~". */
export function moneyText(
  sums: { spentUsd: number; estimatedUsd: number },
  format: Format,
): string {
  const text = format.money(sums.spentUsd);
  return sums.estimatedUsd > 0 && !text.startsWith("<") ? `~${text}` : text;
}
