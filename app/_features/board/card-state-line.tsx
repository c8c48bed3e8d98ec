"use client";
import type { Card } from "#server/contracts/ticket.ts";
import type { StateWord as Word } from "#server/contracts/words.ts";
import { StateIcon, StateWord } from "#app/_components/state-word.tsx";
import { useLocale, useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { questionText } from "#app/_lib/question.ts";
import { useSystem } from "#app/_lib/queries.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { ordinal } from "#app/_lib/ordinal.ts";
import { boardWords } from "./words.ts";

/** Their reason says it all; the icon stands for the word. */
const reasonAlone: ReadonlySet<Word> = new Set(["running", "asks", "waits"]);

/** A dead engine must not look like a calm board: a reason nobody evaluates any more says from when it is (ux 27). */
function useStaleSince(isReason: boolean): string | null {
  const t = useT(boardWords);
  const format = useFormat();
  const { data: system } = useSystem();
  const lastTickAt = system?.engine.lastTickAt;
  if (!isReason || !lastTickAt || system.engine.alive) return null;
  return t("staleReason", { time: format.clock(lastTickAt, Date.parse(lastTickAt)) });
}

/** The one state line: icon, word where the reason does not imply it, reason. A reason said in the head leaves the place. */
export function CardStateLine({ card, isReasonShared }: { card: Card; isReasonShared: boolean }) {
  const say = useSentence();
  const locale = useLocale();
  const asOf = useStaleSince(card.state?.word === "waits");
  const { state } = card;
  if (!state) return null;
  const place = state.place === null ? null : ordinal(state.place, locale);
  const asked = state.question ? questionText(state.question) : null;
  const reason = isReasonShared ? place : (asked ?? (state.reason ? say(state.reason) : null));
  const isAlone = reason !== null && reason !== "" && reasonAlone.has(state.word);
  return (
    <div
      aria-hidden
      title={reason ?? undefined}
      className="flex h-[17px] min-w-0 items-center gap-1 text-sm"
    >
      {isAlone ? (
        <StateIcon word={state.word} gate={state.gate} size={11} />
      ) : (
        <StateWord word={state.word} gate={state.gate} className="text-sm" />
      )}
      {reason ? <span className="min-w-0 truncate text-muted">{reason}</span> : null}
      {asOf === null ? null : <span className="shrink-0 text-muted">{asOf}</span>}
    </div>
  );
}
