"use client";
import { useEffect, useRef } from "react";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { Suggestion } from "./query-suggestions.ts";
import { searchWords } from "./search-words.ts";

export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** The list of a combobox: focus stays in the field. */
export function SuggestionList({
  id,
  items,
  active,
  onAccept,
}: {
  id: string;
  items: readonly Suggestion[];
  active: number;
  onAccept: (item: Suggestion) => void;
}) {
  const t = useT(searchWords);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={t("suggestions")}>
      {items.map((item, index) => (
        <li
          key={item.text}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          // A press would take the focus out of the field.
          onPointerDown={(event) => event.preventDefault()}
          onPointerUp={() => onAccept(item)}
          className={cn(
            "flex min-h-7 items-center gap-3 rounded px-2",
            index === active && "bg-hover",
          )}
        >
          <span className="font-medium">{item.text}</span>
          <span className="min-w-0 truncate text-sm text-muted">
            {item.about === null ? item.hint : t(`about.${item.about}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
