"use client";
import type { StateWord as Word } from "#server/contracts/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { cn } from "./class-names.ts";
import type { Hue } from "./badge.tsx";
import { hueOf, stateLooks } from "./state-look.ts";
import { componentWords } from "./words.ts";

const inks: Record<Hue, string> = {
  amber: "text-amber",
  red: "text-red",
  blue: "text-blue",
  violet: "text-violet",
  green: "text-green",
  grey: "text-muted",
};

export function StateIcon({
  word,
  gate = null,
  size = 12,
  className,
}: {
  word: Word;
  gate?: string | null;
  size?: number;
  className?: string;
}) {
  const { icon: Icon, isFilled } = stateLooks[word];
  return (
    <Icon
      aria-hidden
      size={size}
      strokeWidth={2.5}
      fill={isFilled ? "currentColor" : "none"}
      className={cn("shrink-0", inks[hueOf(word, gate)], className)}
    />
  );
}

/** Icon and word in the state's hue: never colour alone. */
export function StateWord({
  word,
  gate = null,
  className,
}: {
  word: Word;
  gate?: string | null;
  className?: string;
}) {
  const t = useT(componentWords);
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 font-medium whitespace-nowrap",
        inks[hueOf(word, gate)],
        className,
      )}
    >
      <StateIcon word={word} gate={gate} />
      {t(`state.${word}`)}
    </span>
  );
}
