"use client";
import { formatFor, type Format } from "./format.ts";
import { useLocale } from "./i18n/locale-context.tsx";

export function useFormat(): Format {
  return formatFor(useLocale());
}
