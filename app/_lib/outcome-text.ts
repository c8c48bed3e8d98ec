import { runOutcomes, type RunOutcome } from "#server/contracts/words.ts";
import type { Translate } from "./i18n/translate.ts";
import type { outcomeWords } from "./outcome-words.ts";

/** Why a run ended, in words; an outcome of a newer server as it is spelt. */
export function outcomeText(
  outcome: string,
  stoppedBy: string | null,
  t: Translate<(typeof outcomeWords)["en"]>,
): string {
  const known: RunOutcome | undefined = runOutcomes.find((word) => word === outcome);
  if (known === undefined) return outcome;
  if (known === "stopped" && stoppedBy !== null) return t("outcome.stoppedBy", { who: stoppedBy });
  return t(`outcome.${known}`);
}
