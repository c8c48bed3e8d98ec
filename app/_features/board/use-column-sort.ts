"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { formatColumnSorts, parseColumnSorts } from "#server/contracts/board-view.ts";
import type { Board, Column } from "#server/contracts/ticket.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useBoardContext } from "./board-context.tsx";
import { rememberSort } from "./remembered-sort.ts";

/** Orders one column for this person: in the address, and remembered by the browser for this board. */
export function useColumnSort(): (column: number, sort: Column["sort"]) => void {
  const { slug, show } = useBoardContext();
  const client = useQueryClient();
  return useCallback(
    (column, sort) => {
      const present = new URL(window.location.href).searchParams.get("sort") ?? "";
      const sorts = new Map(parseColumnSorts(present));
      const board = client.getQueryData<Board>(queryKeys.board(slug));
      // What the column is for everybody needs no word of its own.
      if (board?.columns.find((other) => other.id === column)?.sort === sort) sorts.delete(column);
      else sorts.set(column, sort);
      const text = formatColumnSorts(sorts);
      rememberSort(slug, text);
      show({ sort: text });
    },
    [client, show, slug],
  );
}
