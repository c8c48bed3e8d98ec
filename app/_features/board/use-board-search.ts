"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { parseColumnSorts } from "#server/contracts/board-view.ts";
import type { TicketQuery } from "#server/contracts/ticket-query.ts";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { mergeBoard } from "#app/_lib/board-cache.ts";
import { boardWrites } from "#app/_lib/board-writes.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useBoardContext } from "./board-context.tsx";
import { withAnswer, withLoaded } from "./shown-board.ts";
import { useSettled } from "./use-settled.ts";

/** Reasons of states change without a revision of the board. */
const askAgainMs = 10_000;
/** At most one further answer in this time, however many changes come. */
const followMs = 500;

/**
 * What the board shows for a query and an order of its columns: at once the loaded cards that match,
 * then what the server answers of the whole project, and whatever changes after that.
 */
export function useBoardSearch(
  board: Board | undefined,
  { query, question, sort }: { query: TicketQuery; question: string; sort: string },
) {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const sorts = useMemo(() => parseColumnSorts(sort), [sort]);
  const isPlain = question === "" && sorts.size === 0;
  const settled = useSettled(question);
  const asked = useMemo(() => ({ q: settled, sort }), [settled, sort]);
  const key = queryKeys.boardSearch(slug, asked);
  const answer = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const mark = boardWrites.mark();
      const fresh = await api.get(`${projectPath(slug)}/board`, boardSchema, {
        signal,
        query: asked,
      });
      const old = client.getQueryData<Board>(key);
      // A move of our own is under way: its delta asks again.
      if (old && !boardWrites.isUntouchedSince(mark)) return old;
      // Nothing brings changes to it but the next answer: it is as new as this one.
      return old ? { ...mergeBoard(old, fresh), revision: fresh.revision } : fresh;
    },
    enabled: settled !== "" || sorts.size > 0,
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: askAgainMs,
  });
  const { data, refetch } = answer;
  const isAnswered = !isPlain && settled === question && data !== undefined;
  const isOld = isAnswered && board !== undefined && data.revision < board.revision;
  useEffect(() => {
    if (!isOld) return undefined;
    const timer = setInterval(() => void refetch(), followMs);
    return () => clearInterval(timer);
  }, [isOld, refetch]);
  useEffect(() => {
    store.set({ answered: isAnswered ? asked : null });
  }, [store, asked, isAnswered]);
  const shown = useMemo(() => {
    if (!board || isPlain) return board;
    return isAnswered ? withAnswer(board, data, question !== "") : withLoaded(board, query, sorts);
  }, [board, isPlain, question, isAnswered, data, query, sorts]);
  return {
    board: shown,
    /** Of which its cards are a part; empty without one. */
    question: `${question} ${sort}`.trim(),
    isSearching: !isPlain && !isAnswered && !answer.isError,
    error: isPlain ? null : answer.error,
  };
}
