"use client";
import { Search, X } from "lucide-react";
import type { RefObject } from "react";
import type { TicketQuery } from "#server/contracts/ticket-query.ts";
import type { Board } from "#server/contracts/ticket.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { LayoutSwitch } from "./layout-switch.tsx";
import { QueryField } from "./query-field.tsx";
import { SavedViews } from "./saved-views.tsx";
import { searchWords } from "./search-words.ts";
import { reasonOf } from "./use-move.ts";
import type { QueryText } from "./use-query-text.ts";

interface Props {
  queryText: QueryText;
  query: TicketQuery;
  /** Whose columns, labels and members are proposed. */
  board: Board | undefined;
  isSearching: boolean;
  error: Error | null;
  input: RefObject<HTMLInputElement | null>;
}

/** The search line of the board; its text is in the URL. */
export function BoardToolbar({ queryText, query, board, isSearching, error, input }: Props) {
  const t = useT(searchWords);
  return (
    <div role="search" className="mx-1.5 mt-1.5 flex h-7 shrink-0 items-center gap-1.5">
      <div className="relative h-full w-full max-w-160">
        <Search
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted"
        />
        <QueryField queryText={queryText} query={query} board={board} input={input} />
        {queryText.text === "" ? null : (
          <IconButton
            label={t("clear")}
            size="small"
            icon={<X size={13} aria-hidden />}
            onClick={() => {
              queryText.choose("");
              input.current?.focus();
            }}
            className="absolute top-0.5 right-1"
          />
        )}
      </div>
      <LayoutSwitch layout={queryText.shown.layout} />
      <SavedViews address={queryText} />
      <p role="status" className="shrink-0 text-sm text-muted">
        {isSearching ? t("searching") : null}
        {error ? t("failed", { reason: reasonOf(error) }) : null}
      </p>
    </div>
  );
}
