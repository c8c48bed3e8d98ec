"use client";
import { useCallback } from "react";
import type { Sentence } from "#server/contracts/why.ts";
import { useLocale } from "./locale-context.tsx";
import { renderSentence } from "./sentence.ts";

/** `const say = useSentence(); say(card.state.reason)` */
export function useSentence(): (sentence: Sentence) => string {
  const locale = useLocale();
  return useCallback(
    (sentence: Sentence) => renderSentence(sentence, locale, Date.now()),
    [locale],
  );
}
