"use client";
import { useEffect, useRef } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext } from "./board-context.tsx";
import { boardWords } from "./words.ts";

/** Which column a phone shows. */
export function ColumnSwitch({
  columns,
  shown,
}: {
  columns: readonly BoardColumn[];
  shown: string;
}) {
  const { store } = useBoardContext();
  const t = useT(boardWords);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector("[aria-pressed='true']")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown]);
  return (
    <div
      ref={list}
      role="group"
      aria-label={t("columns")}
      className="scroll-thin flex shrink-0 gap-1 overflow-x-auto"
    >
      {columns.map((column) => (
        <button
          key={column.id}
          type="button"
          aria-pressed={column.name === shown}
          onClick={() => store.set({ column: column.name })}
          className={cn(
            "flex h-9 shrink-0 pointer-coarse:h-11 items-center gap-1.5 rounded border px-3 font-medium",
            column.name === shown ? "border-accent bg-accent-tint text-accent" : "bg-surface",
          )}
        >
          {column.name}
          <span className="text-sm text-muted">{column.found ?? column.count}</span>
        </button>
      ))}
    </div>
  );
}
