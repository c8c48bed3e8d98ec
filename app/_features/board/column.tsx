"use client";
import { memo } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import type { ColumnRole } from "#server/contracts/words.ts";
import { cn } from "#app/_components/class-names.ts";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardUi } from "./board-context.tsx";
import { ArchiveFoot } from "./archive-foot.tsx";
import { CardList } from "./card-list.tsx";
import { ColumnHead } from "./column-head.tsx";
import { QuickCreate } from "./quick-create.tsx";
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
  /** The search and order of which its cards are a part; empty without one. */
  question: string;
  className?: string;
}

export const Column = memo(function Column({ column, question, className }: ColumnProps) {
  const t = useT(boardWords);
  const isCreating = useBoardUi((state) => state.creating === column.name);
  const tickets = t("tickets", { count: column.found ?? column.count });
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
      <ColumnHead column={column} shown={column.found ?? null} />
      {isCreating ? (
        <ForWriters>
          <QuickCreate column={column} />
        </ForWriters>
      ) : null}
      <CardList column={column} question={question} label={label} />
      <ArchiveFoot column={column} />
    </section>
  );
});
