"use client";
import { Check, ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import type { TreeRow as Row } from "#server/contracts/ticket-rows.ts";
import { LabelBadge } from "#app/_components/badge.tsx";
import { cn } from "#app/_components/class-names.ts";
import { StateWord } from "#app/_components/state-word.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { cardName } from "./card-name.ts";
import { RowMenu } from "./row-menu.tsx";
import { rowsWords } from "./rows-words.ts";
import { showTicket } from "./ticket-path.ts";
import { useCardPress } from "./use-card-press.ts";

export const treeRowPx = 32;
const indentPx = 20;
const shownLabels = 2;

interface Props {
  /** Undefined while its page is read. */
  row: Row | undefined;
  index: number;
  startPx: number;
  isTabStop: boolean;
  onFocus: (index: number) => void;
  onToggle: (ticket: number) => void;
}

/** One ticket of the tree; dimmed where it is only there because something below it was found. */
export function TreeRow({ row, ...props }: Props) {
  const style = { transform: `translateY(${props.startPx}px)`, height: treeRowPx };
  if (!row) return <div role="presentation" className="absolute inset-x-0 top-0" style={style} />;
  return <TicketRow row={row} {...props} />;
}

function TicketRow({ row, index, startPx, isTabStop, onFocus, onToggle }: Props & { row: Row }) {
  const { slug } = useBoardContext();
  const name = useRowName(row);
  const say = useSentence();
  const { card, level } = row;
  const isSelected = useBoardUi((state) => state.selected === card.id);
  const { isPicked, press, click } = useCardPress(card);
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle(card.id);
  };
  return (
    <div
      role="presentation"
      data-row={index}
      data-ticket={card.id}
      className="group absolute inset-x-0 top-0 pointer-coarse:select-none"
      style={{ transform: `translateY(${startPx}px)`, height: treeRowPx }}
      {...press}
    >
      <div
        role="treeitem"
        aria-label={name}
        aria-level={level}
        aria-posinset={row.position}
        aria-setsize={row.size}
        aria-selected={isPicked}
        {...(row.hasChildren ? { "aria-expanded": row.isOpen } : {})}
        data-card-link
        data-match={row.isMatch}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={click}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.metaKey || event.ctrlKey || event.altKey) return;
          event.preventDefault();
          showTicket(slug, card.id);
        }}
        className={cn(
          "flex h-full cursor-pointer items-center gap-2 border-b pr-2 outline-none focus-visible:ring-2 focus-visible:ring-(--accent) focus-visible:ring-inset",
          isSelected || isPicked ? "bg-accent-tint" : "hover:bg-hover",
          !row.isMatch && "text-muted",
        )}
        style={{ paddingLeft: 4 + (level - 1) * indentPx }}
      >
        {row.hasChildren ? (
          // The arrow keys do the same; a tree item holds no buttons.
          <span
            aria-hidden
            data-toggle
            onClick={toggle}
            className="flex size-6 shrink-0 items-center justify-center rounded hover:bg-hover"
          >
            <ChevronRight size={14} className={cn(row.isOpen && "rotate-90")} />
          </span>
        ) : (
          <span className="size-6 shrink-0" />
        )}
        {isPicked ? (
          <span
            aria-hidden
            className="flex size-4 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent"
          >
            <Check size={11} strokeWidth={3} />
          </span>
        ) : null}
        <span className="min-w-7 shrink-0 text-right text-muted tabular-nums">{card.id}</span>
        <span className={cn("min-w-0 truncate", card.unread && row.isMatch && "font-bold")}>
          {card.title}
        </span>
        {card.labels.slice(0, shownLabels).map((label) => (
          <LabelBadge
            key={label.id}
            name={label.name}
            color={label.color}
            className="shrink-0 max-md:hidden"
          />
        ))}
        <span className="flex-1" />
        {card.state ? (
          <StateWord
            word={card.state.word}
            gate={card.state.gate}
            className="shrink-0 text-sm max-sm:hidden"
          />
        ) : null}
        {card.state?.reason ? (
          <span className="w-120 shrink-0 truncate text-sm text-muted max-2xl:hidden">
            {say(card.state.reason)}
          </span>
        ) : null}
        {card.subTickets.total > 0 ? <Progress {...card.subTickets} /> : null}
        <span className="w-24 shrink-0 truncate text-sm text-muted max-sm:w-16">{card.status}</span>
        <span className="w-28 shrink-0 truncate text-sm text-muted max-md:hidden">
          {card.assignedTo}
        </span>
        {card.deletedAt === undefined ? <RowMenu card={card} /> : null}
      </div>
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-sm text-muted tabular-nums">
      <span className="h-1.5 w-12 overflow-hidden rounded-full bg-line max-sm:hidden">
        <span
          className="block h-full rounded-full bg-green"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </span>
      {done}/{total}
    </span>
  );
}

/** What a screen reader hears: the card's name, how far its sub-tickets are, and where it stands. */
function useRowName({ card, isMatch }: Row): string {
  const t = useT(rowsWords);
  const common = useT(componentWords);
  const say = useSentence();
  const { done, total } = card.subTickets;
  return [
    cardName(card, {
      unread: t("unread"),
      state: card.state ? common(`state.${card.state.word}`) : null,
      priority: common(`priority.${card.priority}`),
      deleted: card.deletedAt === undefined ? null : t("deleted"),
      open: null,
      picked: null,
      say,
    }),
    total > 0 ? t("progress", { done, total }) : null,
    card.status,
    isMatch ? null : t("above"),
  ]
    .filter((part) => part !== null)
    .join(", ");
}
