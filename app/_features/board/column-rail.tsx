"use client";
import { useRef } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { roleTints } from "./column.tsx";
import { useColumnTarget } from "./use-column-target.ts";
import { boardWords } from "./words.ts";

/** A narrow column: name, true count, a place to drop; a click opens it over the board (ux 16). */
export function ColumnRail({ column }: { column: BoardColumn }) {
  const { store } = useBoardContext();
  const t = useT(boardWords);
  const format = useFormat();
  const element = useRef<HTMLButtonElement>(null);
  const isOver = useColumnTarget(element, column.name, true);
  const isOpen = useBoardUi((state) => state.openRail === column.name);
  return (
    <button
      ref={element}
      type="button"
      data-column={column.name}
      aria-expanded={isOpen}
      aria-label={t("openRail", {
        column: column.name,
        tickets: t("tickets", { count: column.found ?? column.count }),
      })}
      onClick={() => store.set({ openRail: isOpen ? null : column.name, column: column.name })}
      className={cn(
        "flex w-11 shrink-0 flex-col items-center justify-between rounded-lg border py-2 hover:border-line-strong",
        roleTints[column.role],
        (isOver || isOpen) && "border-accent bg-accent-tint",
      )}
    >
      <span className="flex min-h-0 items-center gap-2 truncate font-semibold [writing-mode:vertical-rl]">
        <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden>
          <rect width="8" height="8" rx="2" fill={column.color} />
        </svg>
        {column.name}
      </span>
      <span className={cn("text-muted", column.found && "font-semibold text-accent")}>
        {format.number(column.found ?? column.count)}
      </span>
    </button>
  );
}
