import type { Sentence } from "#server/contracts/why.ts";
import type { Locale } from "../automation/node.ts";
import { sentenceTexts } from "./sentence-texts.ts";
import type { SentenceKey } from "./sentence-texts.ts";

/**
 * A sentence as data with its English text; `{name}` in a template takes the value of that name. A value
 * that is a phrase itself comes a second time as `name.fr`, for French.
 */
export function say(key: SentenceKey, values: Record<string, string | number> = {}): Sentence {
  const text = sentenceTexts[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
  return { key, values, text };
}

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[], locale: Locale = "en"): string {
  if (words.length < 2) return words[0] ?? "";
  const and = locale === "en" ? "and" : "et";
  return `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1) ?? ""}`;
}

/** A moment in a sentence: ISO in the values, so that a viewer sees his own clock. */
export function momentText(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}

/** US dollars as people read them. */
export function usdText(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
