"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardUi } from "./board-context.tsx";
import { Card } from "./card.tsx";
import { GoneCard } from "./gone-card.tsx";
import { sharedWaits } from "./shared-waits.ts";
import { useColumnHold } from "./use-column-hold.ts";
import { useColumnTarget } from "./use-column-target.ts";
import { useLoadMore } from "./use-load-more.ts";
import { useShownRows } from "./use-shown-rows.ts";
import { boardWords } from "./words.ts";

/** With the space around it. */
const cardPx = 82;
/** The space around a card in its row. */
const rowGapPx = 6;
const loadAhead = 12;

interface Props {
  column: BoardColumn;
  /** Another one is another list: it begins at its first card, and nothing is held in place. */
  question: string;
  label: string;
}

/** Only what is in view is in the page; set size and position are the true ones (ux 29). */
export function CardList({ column, question, label }: Props) {
  const t = useT(boardWords);
  const scroller = useRef<HTMLDivElement>(null);
  const hold = useColumnHold(scroller);
  const { rows, heldCount, release } = useShownRows(column.cards, hold, question);
  const isOver = useColumnTarget(scroller, column.name, false, scroller);
  const loadMore = useLoadMore(column.name);
  const selected = useBoardUi((state) => state.selected);
  const shared = useMemo(
    () => new Set(sharedWaits(column.cards).map((wait) => wait.sentence.text)),
    [column.cards],
  );
  const getItemKey = useCallback((index: number) => rows[index]?.card.id ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardPx,
    getItemKey,
    overscan: 6,
    paddingEnd: 64,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const selectedIndex = rows.findIndex((row) => row.card.id === selected);
  useEffect(() => {
    if (column.next !== null && last >= rows.length - loadAhead) void loadMore();
  }, [column.next, last, rows.length, loadMore]);
  const showSelected = useEffectEvent(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: "auto" });
  });
  // Only when the selection changes, never because cards around it moved.
  useEffect(() => showSelected(), [selected]);
  useLayoutEffect(() => {
    if (scroller.current?.scrollTop) scroller.current.scrollTop = 0;
  }, [question]);
  const total = column.found ?? column.count - (column.archived ?? 0);
  return (
    <div className="relative min-h-0 flex-1">
      {heldCount > 0 ? (
        <button
          type="button"
          onClick={release}
          className="absolute top-1 left-1/2 z-20 flex h-6 -translate-x-1/2 items-center gap-1 rounded-full border border-accent bg-raised px-2 text-sm text-accent shadow-lift"
        >
          {t("newer", { count: heldCount })}
        </button>
      ) : null}
      <div
        ref={scroller}
        className={cn("scroll-thin h-full overflow-y-auto px-1.5", isOver && "bg-accent-tint/40")}
      >
        {rows.length === 0 ? (
          <p className="px-1 py-3 text-center text-sm text-muted">
            {column.found !== undefined && column.count > 0 ? t("emptyFilter") : t("emptyColumn")}
          </p>
        ) : null}
        <div
          role="list"
          aria-label={label}
          className="relative w-full"
          style={{ height: rows.length === 0 ? 0 : virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const reason = row.card.state?.word === "waits" ? row.card.state.reason : null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                role="listitem"
                aria-setsize={total}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0 py-[3px]"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === "gone" ? (
                  <GoneCard card={row.card} heightPx={item.size - rowGapPx} />
                ) : (
                  <Card
                    card={row.card}
                    column={column.name}
                    isTabStop={selectedIndex < 0 ? item.index === 0 : item.index === selectedIndex}
                    isReasonShared={reason !== null && shared.has(reason.text)}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
