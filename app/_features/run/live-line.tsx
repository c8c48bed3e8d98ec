"use client";
import { useEffect, useRef, useState } from "react";
import type { StateWord } from "#server/contracts/words.ts";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { runWords } from "./words.ts";

/** The only thing of a run that speaks by itself: it asks, it failed, it ended (ux 29). */
export function LiveLine({
  agent,
  word,
  isActive,
  asks,
}: {
  agent: string;
  word: StateWord;
  isActive: boolean;
  asks: number;
}) {
  const t = useT(runWords);
  const name = useT(componentWords);
  const [text, setText] = useState("");
  const before = useRef({ isActive, asks });
  useEffect(() => {
    if (asks > before.current.asks) setText(t("live.asks", { agent }));
    else if (before.current.isActive && !isActive)
      setText(t("live.ended", { word: name(`state.${word}`) }));
    before.current = { isActive, asks };
  }, [agent, asks, isActive, name, t, word]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
