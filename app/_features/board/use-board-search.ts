"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { parseQuery } from "#server/contracts/ticket-query.ts";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { mergeBoard } from "#app/_lib/board-cache.ts";
import { boardWrites } from "#app/_lib/board-writes.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useBoardContext } from "./board-context.tsx";
import { questionOf, withFound, withLoaded } from "./shown-board.ts";

const askAfterMs = 150;
/** Reasons of states change without a revision of the board. */
const askAgainMs = 10_000;
/** At most one further answer in this time, however many changes come. */
const followMs = 500;

/** The text once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), askAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * What the board shows for a query: at once the loaded cards that match, then what the server finds in
 * the whole project, and whatever changes after that.
 */
export function useBoardSearch(board: Board | undefined, text: string) {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const query = useMemo(() => parseQuery(text), [text]);
  const question = questionOf(text, query);
  const asked = useSettled(question);
  const key = queryKeys.boardSearch(slug, asked);
  const answer = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const mark = boardWrites.mark();
      const fresh = await api.get(`${projectPath(slug)}/board`, boardSchema, {
        signal,
        query: { q: asked },
      });
      const old = client.getQueryData<Board>(key);
      // A move of our own is under way: its delta asks again.
      if (old && !boardWrites.isUntouchedSince(mark)) return old;
      // Nothing brings changes to it but the next answer: it is as new as this one.
      return old ? { ...mergeBoard(old, fresh), revision: fresh.revision } : fresh;
    },
    enabled: asked !== "",
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: askAgainMs,
  });
  const { data, refetch } = answer;
  const isAnswered = question !== "" && asked === question && data !== undefined;
  const isOld = isAnswered && board !== undefined && data.revision < board.revision;
  useEffect(() => {
    if (!isOld) return undefined;
    const timer = setInterval(() => void refetch(), followMs);
    return () => clearInterval(timer);
  }, [isOld, refetch]);
  useEffect(() => {
    store.set({ question, search: isAnswered ? question : "" });
  }, [store, question, isAnswered]);
  const shown = useMemo(() => {
    if (!board || question === "") return board;
    return isAnswered ? withFound(board, data) : withLoaded(board, query);
  }, [board, question, isAnswered, data, query]);
  return {
    board: shown,
    query,
    isSearching: question !== "" && !isAnswered && !answer.isError,
    error: question === "" ? null : answer.error,
  };
}
