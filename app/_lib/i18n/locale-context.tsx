"use client";
import { createContext, useContext, useMemo, type ReactNode } from "react";
import type { Locale } from "./locale.ts";
import { translator, type Translate } from "./translate.ts";
import type { Entries, Words } from "./words.ts";

const LocaleContext = createContext<Locale>("en");

export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export function useLocale(): Locale {
  return useContext(LocaleContext);
}

/** `const t = useT(boardWords); t("moved", { column })` — keys and placeholders are checked by the compiler. */
export function useT<E extends Entries>(words: Words<E>): Translate<E> {
  const locale = useLocale();
  return useMemo(() => translator(words, locale), [words, locale]);
}
