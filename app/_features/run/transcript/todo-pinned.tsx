"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { TodoList } from "../tool-renderers/todo-list.tsx";
import { rowWords } from "./row-words.ts";
import type { TodoItem } from "./row.ts";

/** The agent's newest list of steps: one line with the step it is at, the whole list when unfolded. */
export function TodoPinned({ items }: { items: readonly TodoItem[] }) {
  const t = useT(rowWords);
  const [isOpen, setOpen] = useState(false);
  const done = items.filter((item) => item.state === "completed").length;
  const now = items.find((item) => item.state === "in_progress");
  if (items.length === 0) return null;
  return (
    <div className="shrink-0 border-b bg-surface px-3 py-1" data-todo>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 w-full items-center gap-1.5 text-left"
      >
        {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        <span className="shrink-0 text-muted">
          {t("row.todoCount", { done, total: items.length })}
        </span>
        <span className="min-w-0 flex-1 truncate font-medium">{now?.text}</span>
      </button>
      {isOpen ? (
        <div className="scroll-thin max-h-48 overflow-y-auto py-1 pl-5">
          <TodoList items={items} />
        </div>
      ) : null}
    </div>
  );
}
