"use client";
import { memo, useEffect, useMemo } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import type { ColumnRole } from "#server/contracts/words.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardUi } from "./board-context.tsx";
import { CardList } from "./card-list.tsx";
import { ColumnHead } from "./column-head.tsx";
import { matchesFilter, type FilterToken } from "./filter-parse.ts";
import { QuickCreate } from "./quick-create.tsx";
import { useLoadMore } from "./use-load-more.ts";
import { boardWords } from "./words.ts";

/** Tinted by role, never loud. */
export const roleTints: Record<ColumnRole, string> = {
  normal: "bg-sunken",
  waiting: "bg-sunken",
  review: "bg-[color-mix(in_srgb,var(--green-tint)_45%,var(--sunken))]",
  blocked: "bg-[color-mix(in_srgb,var(--red-tint)_40%,var(--sunken))]",
  done: "bg-sunken",
};

export interface ColumnProps {
  column: BoardColumn;
  filter: readonly FilterToken[];
  className?: string;
}

export const Column = memo(function Column({ column, filter, className }: ColumnProps) {
  const t = useT(boardWords);
  const isCreating = useBoardUi((state) => state.creating === column.name);
  const isFiltered = filter.length > 0;
  const cards = useMemo(
    () => (isFiltered ? column.cards.filter((card) => matchesFilter(card, filter)) : column.cards),
    [column.cards, filter, isFiltered],
  );
  const loadMore = useLoadMore(column.name);
  // A filter must not pretend that what is not loaded does not match.
  useEffect(() => {
    if (isFiltered && column.next !== null) void loadMore();
  }, [isFiltered, column.next, loadMore]);
  const tickets = t("tickets", { count: column.count });
  const label = [
    t("listName", { column: column.name, tickets }),
    column.waiting > 0 ? t("wait", { count: column.waiting }) : null,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <section
      aria-label={column.name}
      data-column={column.name}
      className={cn(
        "flex min-h-0 min-w-0 flex-col rounded-lg border",
        roleTints[column.role],
        className,
      )}
    >
      <ColumnHead column={column} shown={isFiltered ? cards.length : null} />
      {isCreating ? <QuickCreate column={column} /> : null}
      <CardList column={column} cards={cards} label={label} isFiltered={isFiltered} />
      {isFiltered && column.next !== null ? (
        <p role="status" className="px-2.5 py-1 text-sm text-muted">
          {t("loadingAll")}
        </p>
      ) : null}
    </section>
  );
});
