"use client";
import { useMemo } from "react";
import { createFormat, type Format } from "./format.ts";
import { useLocale } from "./i18n/locale-context.tsx";

export function useFormat(): Format {
  const locale = useLocale();
  return useMemo(() => createFormat(locale), [locale]);
}
