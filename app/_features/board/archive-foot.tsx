"use client";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext } from "./board-context.tsx";
import { inColumn } from "./query-suggestions.ts";
import { searchWords } from "./search-words.ts";

/** A done column shows 14 days; its foot says how many tickets are older, and finds them (ux 38). */
export function ArchiveFoot({ column }: { column: BoardColumn }) {
  const { show } = useBoardContext();
  const t = useT(searchWords);
  const count = column.archived ?? 0;
  if (count === 0 || column.found !== undefined) return null;
  return (
    <button
      type="button"
      onClick={() => show({ query: `is:archived ${inColumn(column.name)}` })}
      className="shrink-0 border-t px-2.5 py-1.5 text-sm text-muted hover:bg-hover hover:text-ink"
    >
      {t("older", { count })}
    </button>
  );
}
