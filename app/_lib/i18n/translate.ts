import type { Locale } from "./locale.ts";
import type { Entries, Entry, WordArguments, Words } from "./words.ts";

export type Values = Readonly<Record<string, string | number>>;

const plurals = { en: new Intl.PluralRules("en"), fr: new Intl.PluralRules("fr") };

/** Fills `{name}`; a name without a value stays visible, so that a fault is seen and not swallowed. */
export function fill(text: string, values: Values, locale: Locale): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(locale) : value;
  });
}

export function renderEntry(entry: Entry, values: Values, locale: Locale): string {
  if (typeof entry === "string") return fill(entry, values, locale);
  const isOne = plurals[locale].select(Number(values.count)) === "one";
  return fill(isOne ? entry.one : entry.other, values, locale);
}

export type Translate<E extends Entries> = <K extends keyof E & string>(
  key: K,
  ...values: WordArguments<E[K]>
) => string;

export function translator<E extends Entries>(words: Words<E>, locale: Locale): Translate<E> {
  return (key, ...[values]) => renderEntry(words[locale][key] as Entry, values ?? {}, locale);
}
