import type { Sentence } from "#server/contracts/why.ts";
import { formatFor } from "../format.ts";
import type { Locale } from "./locale.ts";
import { frenchSentences } from "./sentence-words.ts";
import { fill, type Values } from "./translate.ts";

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

/** Parts that follow the first one of a cause when their value is not empty. */
const causeParts = [
  { key: "cause.part.rule", value: "rule" },
  { key: "cause.part.resumes", value: "run" },
  { key: "cause.part.skill", value: "skill" },
] as const;

/** Moments travel as ISO values, so that every viewer reads his own clock. */
function localValues(values: Values, locale: Locale, now: number): Values {
  const { clock } = formatFor(locale);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && moment.test(value) ? clock(value, now) : value,
    ]),
  );
}

/** Values that are phrases come a second time as `name.fr`. */
function inFrench(values: Values): Values {
  const phrases = Object.entries(values).flatMap(([name, value]) =>
    name.endsWith(".fr") ? [[name.slice(0, -".fr".length), value] as const] : [],
  );
  return { ...values, ...Object.fromEntries(phrases) };
}

function frenchOf({ key, values: given }: Sentence, locale: Locale): string | null {
  const first = frenchSentences[key];
  if (first === undefined) return null;
  const values = inFrench(given);
  if (!key.startsWith("cause.")) return fill(first, values, locale);
  const parts = causeParts
    .filter((part) => (values[part.value] ?? "") !== "")
    .map((part) => frenchSentences[part.key] ?? "");
  return [first, ...parts].map((part) => fill(part, values, locale)).join(" · ");
}

/** A sentence of the server in the viewer's language, with the viewer's clock. */
export function renderSentence(sentence: Sentence, locale: Locale, now: number): string {
  if (sentence.parts !== undefined && sentence.parts.length > 0) {
    const said = sentence.parts.map((part) => renderSentence(part, locale, now));
    return said.join(locale === "fr" ? " ; " : "; ");
  }
  const values = localValues(sentence.values, locale, now);
  const french = locale === "fr" ? frenchOf({ ...sentence, values }, locale) : null;
  if (french !== null) return french;
  return Object.entries(sentence.values).reduce(
    (text, [name, value]) =>
      values[name] === value ? text : text.replaceAll(String(value), String(values[name])),
    sentence.text,
  );
}
