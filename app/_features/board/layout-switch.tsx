"use client";
import { Columns3, ListTree, Table2, type LucideIcon } from "lucide-react";
import { layouts, type Layout } from "#server/contracts/board-view.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext } from "./board-context.tsx";
import { rememberedSort } from "./remembered-sort.ts";
import { viewWords } from "./view-words.ts";

const icons: Record<Layout, LucideIcon> = { board: Columns3, list: Table2, tree: ListTree };

/** Board, List or Tree of the same search. */
export function LayoutSwitch({ layout }: { layout: Layout }) {
  const { slug, show } = useBoardContext();
  const t = useT(viewWords);
  const choose = (next: Layout) =>
    // Each layout has orders of its own.
    show({ layout: next, sort: next === "board" ? rememberedSort(slug) : "" });
  return (
    <div
      role="radiogroup"
      aria-label={t("layout")}
      className="flex h-6 shrink-0 rounded border border-line bg-surface"
    >
      {layouts.map((value) => {
        const Icon = icons[value];
        return (
          <label
            key={value}
            title={t(`layout.${value}`)}
            className="relative flex min-w-6 cursor-pointer items-center justify-center gap-1 px-1.5 text-sm text-muted first:rounded-l last:rounded-r has-checked:bg-accent-tint has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-(--accent)"
          >
            <input
              type="radio"
              name="board-layout"
              className="sr-only"
              aria-label={t(`layout.${value}`)}
              checked={value === layout}
              onChange={() => choose(value)}
            />
            <Icon size={13} aria-hidden />
            <span aria-hidden className="max-lg:hidden">
              {t(`layout.${value}`)}
            </span>
          </label>
        );
      })}
    </div>
  );
}
