import type { Locale } from "#app/_lib/i18n/locale.ts";

const english = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: "st",
  two: "nd",
  few: "rd",
};

/** "1st", "2nd" · "1er", "2e". */
export function ordinal(place: number, locale: Locale): string {
  if (locale === "fr") return place === 1 ? "1er" : `${place}e`;
  return `${place}${endings[english.select(place)] ?? "th"}`;
}
