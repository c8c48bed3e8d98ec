import type { ImportReason, LeftBehind } from "#server/contracts/import.ts";
import type { Locale } from "#app/_lib/i18n/locale.ts";
import { importWords } from "./words.ts";

/** A reason in the viewer's language: its values are known only when it arrives. */
export function reasonText({ code, values }: ImportReason, locale: Locale): string {
  return fill(importWords[locale][`reason.${code}`], values);
}

export function leftText({ code, values }: LeftBehind, locale: Locale): string {
  return fill(importWords[locale][`left.${code}`], values);
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
