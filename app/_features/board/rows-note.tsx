"use client";
import type { ReactNode } from "react";
import { ErrorState } from "#app/_components/error-state.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { rowsWords } from "./rows-words.ts";

interface Props {
  rows: { isPending: boolean; error: Error | null; retry: () => void };
  /** Tickets, true over the whole project. */
  count: number;
  isSearch: boolean;
  children?: ReactNode;
}

/** How many tickets there are, said once when it changes; in the place of rows: why there are none. */
export function RowsNote({ rows, count, isSearch, children }: Props) {
  const t = useT(rowsWords);
  if (rows.error) return <ErrorState error={rows.error} onRetry={rows.retry} />;
  const none = t(isSearch ? "noneFound" : "none");
  return (
    <div className="flex min-h-6 shrink-0 items-center gap-2 px-1 text-sm text-muted">
      <p role="status" data-count className="min-w-0 flex-1 truncate">
        {rows.isPending ? t("loading") : count === 0 ? none : t("count", { count })}
      </p>
      {children}
    </div>
  );
}
