"use client";
import { Check } from "lucide-react";
import { memo, useRef } from "react";
import type { Card as CardData } from "#server/contracts/ticket.ts";
import type { Priority } from "#server/contracts/words.ts";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { presenceWords } from "#app/_components/presence-words.ts";
import { QuestionButtons } from "#app/_components/question-buttons.tsx";
import { useOthers } from "#app/_components/use-others.ts";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { shortQuestionOf } from "#app/_lib/question.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { bulkWords } from "./bulk-words.ts";
import { CardHold } from "./card-hold.tsx";
import { CardMenu } from "./card-menu.tsx";
import { CardMeta } from "./card-meta.tsx";
import { CardPresence } from "./card-presence.tsx";
import { cardName } from "./card-name.ts";
import { CardStateLine } from "./card-state-line.tsx";
import { CardTitle } from "./card-title.tsx";
import { searchWords } from "./search-words.ts";
import { showTicket, ticketPath } from "./ticket-path.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { useCardPress } from "./use-card-press.ts";
import { boardWords } from "./words.ts";

const edges: Record<Priority, string> = {
  Idea: "before:bg-transparent",
  NiceToHave: "before:bg-line",
  Required: "before:bg-amber",
  Critical: "before:bg-red",
};

export interface CardProps {
  card: CardData;
  column: string;
  isTabStop: boolean;
  isReasonShared: boolean;
}

/** Three lines, at most 76 px (ux 16). */
export const Card = memo(function Card({ card, column, isTabStop, isReasonShared }: CardProps) {
  const { slug, store } = useBoardContext();
  const t = useT(componentWords);
  const words = useT(boardWords);
  const search = useT(searchWords);
  const bulk = useT(bulkWords);
  const say = useSentence();
  const element = useRef<HTMLDivElement>(null);
  const { isDragged, edge } = useCardDrag(element, card, column);
  const isSelected = useBoardUi((state) => state.selected === card.id);
  const others = useOthers(slug, card.id);
  const presence = useT(presenceWords);
  const { isPicked, press, click } = useCardPress(card);
  // The others that are dragged along.
  const isTaken = useBoardUi(
    ({ dragging, picked }) => dragging !== null && picked.has(dragging.id) && picked.has(card.id),
  );
  const question = card.state?.question ?? null;
  // Open ones: one that was parked is answered in its panel, like every longer one.
  const isShort = question !== null && shortQuestionOf(question) !== null;
  const name = cardName(card, {
    unread: words("unread"),
    state: card.state ? t(`state.${card.state.word}`) : null,
    priority: t(`priority.${card.priority}`),
    deleted: card.deletedAt === undefined ? null : search("deleted"),
    open:
      others.length === 0
        ? null
        : presence("openBy", { names: others.map((person) => person.name).join(", ") }),
    picked: isPicked ? bulk("selected") : null,
    say,
  });
  return (
    <div
      ref={element}
      data-ticket={card.id}
      data-state={card.state?.word}
      {...press}
      className={cn(
        "group relative overflow-hidden rounded border pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] bg-surface px-2 py-[3px] pl-2.5 before:absolute before:inset-y-0 before:left-0 before:w-[3px] hover:border-line-strong",
        edges[card.priority],
        isSelected && "border-accent hover:border-accent",
        isPicked && "border-accent bg-accent-tint pl-6 hover:border-accent",
        (isDragged || isTaken) && "opacity-40",
      )}
    >
      {isPicked ? (
        <span
          aria-hidden
          className="absolute top-1 left-1.5 flex size-4 items-center justify-center rounded-full bg-accent text-on-accent"
        >
          <Check size={11} strokeWidth={3} />
        </span>
      ) : null}
      {edge ? (
        <div
          aria-hidden
          className={cn(
            "absolute inset-x-0 z-10 h-[3px] bg-accent",
            edge === "top" ? "top-0" : "bottom-0",
          )}
        />
      ) : null}
      <a
        href={ticketPath(slug, card.id)}
        data-card-link
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={name}
        onClick={click}
        onFocus={() => store.set({ selected: card.id, column })}
        className="block pr-5 outline-none pointer-coarse:pr-9 after:absolute after:inset-0 focus-visible:after:rounded focus-visible:after:ring-2 focus-visible:after:ring-(--accent) focus-visible:after:ring-inset"
      >
        <CardTitle card={card} isOneLine={question !== null} />
      </a>
      <CardStateLine card={card} isReasonShared={isReasonShared} />
      {question ? (
        <div className="relative z-10 mt-0.5 flex">
          {isShort ? (
            <QuestionButtons slug={slug} question={question} />
          ) : (
            <ForWriters>
              <Button size="small" onClick={() => showTicket(slug, card.id)}>
                {words("answer")}
              </Button>
            </ForWriters>
          )}
          <CardHold card={card} />
        </div>
      ) : card.state?.holds ? (
        <div className="relative z-10 mt-0.5 flex">
          <CardHold card={card} />
        </div>
      ) : (
        <CardMeta card={card} />
      )}
      <CardPresence people={others} />
      {/* A deleted ticket is only read, and restored from its panel. */}
      {card.deletedAt === undefined ? (
        <div className="absolute top-0.5 right-0.5 z-10">
          <CardMenu card={card} />
        </div>
      ) : null}
    </div>
  );
});
