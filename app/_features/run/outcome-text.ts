import { runOutcomes, type RunOutcome } from "#server/contracts/words.ts";
import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { runWords } from "./words.ts";

/** Why a run ended, in words; an outcome of a newer server as it is spelt. */
export function outcomeText(
  outcome: string,
  stoppedBy: string | null,
  t: Translate<(typeof runWords)["en"]>,
): string {
  const known: RunOutcome | undefined = runOutcomes.find((word) => word === outcome);
  if (known === undefined) return outcome;
  if (known === "stopped" && stoppedBy !== null) return t("outcome.stoppedBy", { who: stoppedBy });
  return t(`outcome.${known}`);
}
