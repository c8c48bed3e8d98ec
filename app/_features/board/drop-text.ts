import type { Sentence, WhyAnswer } from "#server/contracts/why.ts";
import type { Format } from "#app/_lib/format.ts";
import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { boardWords } from "./words.ts";

type Drop = NonNullable<WhyAnswer["drop"]>;

/** "starts programmer, ≤ $2" · "waits: group code, #41" · "nothing starts here". */
export function dropText(
  drop: Drop,
  t: Translate<(typeof boardWords)["en"]>,
  say: (sentence: Sentence) => string,
  format: Format,
): string {
  if (drop.effect === "nothing")
    return drop.sentence.key === "drop.nothing" ? t("drop.nothing") : say(drop.sentence);
  // The server's English text starts with the word that ours has too.
  if (drop.effect === "waits")
    return t("drop.waits", { reason: say(drop.sentence).replace(/^Waits: /, "") });
  const { agent } = drop;
  if (agent === null) return say(drop.sentence);
  return drop.maxUsd === null
    ? t("drop.starts", { agent })
    : t("drop.startsMax", { agent, max: format.moneyShort(drop.maxUsd) });
}
