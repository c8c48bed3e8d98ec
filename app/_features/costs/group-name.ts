import type { CostGrouping, CostItem } from "#server/contracts/costs.ts";
import type { Format } from "#app/_lib/format.ts";
import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { costsWords } from "./words.ts";

type T = Translate<(typeof costsWords)["en"]>;

/** What a group is called: its day, its ticket with number and title, a person's name, or its key. */
export function groupName(
  item: CostItem,
  by: CostGrouping,
  words: { t: T; format: Format },
): string {
  if (item.key === null) return words.t(`none.${by}`);
  if (by === "day") return words.format.wholeDay(item.key);
  if (by === "ticket") return `${item.ticket} ${item.label ?? ""}`;
  return item.label ?? item.key;
}
