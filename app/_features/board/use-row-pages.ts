"use client";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { MAX_BULK_TICKETS } from "#server/contracts/bulk.ts";
import { ROWS_PER_PAGE } from "#server/contracts/ticket-rows.ts";
import type { Card } from "#server/contracts/ticket.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { useColumnHold } from "./use-column-hold.ts";

/** Reasons of states change without a revision of the board. */
const askAgainMs = 10_000;
/** At most one further answer in this time, however many changes come. */
const followMs = 500;
const barPx = 56;

interface Page<T> {
  revision: number;
  total: number;
  offset: number;
  items: T[];
}

interface Wanted<T, P> {
  queryKey: readonly unknown[];
  /** Another one is another list: it begins at its first row. */
  list: string;
  load: (offset: number, signal: AbortSignal) => Promise<P>;
  /** Of the board: pages that are older are read again, but never under the pointer or the keys (ux 30). */
  revision: number;
  scroller: RefObject<HTMLDivElement | null>;
  rowPx: number;
  /** Height of what stands above the rows and scrolls with them. */
  headPx: number;
  cardOf: (row: T) => Card;
  /** False for a row that is only there because of another one. */
  isFound?: (row: T) => boolean;
}

/** Rows of a long list that are read page by page where they come into view; any place is reached at once. */
export function useRowPages<T, P extends Page<T>>(wanted: Wanted<T, P>) {
  const { queryKey, list, load, revision, scroller, rowPx, headPx } = wanted;
  const client = useQueryClient();
  const { store } = useBoardContext();
  const { isHeld } = useColumnHold(scroller);
  const isChoosing = useBoardUi((state) => state.picked.size > 0);
  const [total, setTotal] = useState(0);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollPaddingStart: headPx,
    // The bar of the chosen ones lies over the foot of the rows.
    paddingEnd: isChoosing ? barPx : 0,
    scrollPaddingEnd: isChoosing ? barPx : 0,
  });
  const drawn = virtualizer.getVirtualItems();
  const first = Math.floor((drawn[0]?.index ?? 0) / ROWS_PER_PAGE);
  const last = Math.floor((drawn.at(-1)?.index ?? 0) / ROWS_PER_PAGE);
  const pageQuery = (page: number) => ({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(page * ROWS_PER_PAGE, signal),
  });
  const results = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => ({
      ...pageQuery(first + index),
      refetchInterval: isHeld ? (false as const) : askAgainMs,
    })),
  });
  const read = results.flatMap(({ data }) => (data ? [data] : []));
  // Until the first page of another list has come, the one before stands: nothing flickers, no focus is lost.
  const [kept, setKept] = useState<P[]>(read);
  const isKept = kept.length === read.length && kept.every((page, index) => page === read[index]);
  if (read.length > 0 && !isKept) setKept(read);
  const pages = read.length > 0 ? read : kept;
  const newest = pages.toSorted((a, b) => b.revision - a.revision)[0];
  if (newest && newest.total !== total) setTotal(newest.total);

  const isOld = !isHeld && pages.some((page) => page.revision < revision);
  const readAgain = useEffectEvent(() =>
    client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
  );
  useEffect(() => {
    if (!isOld) return undefined;
    const timer = setInterval(() => void readAgain(), followMs);
    return () => clearInterval(timer);
  }, [isOld]);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [list, scroller]);

  const readPages = () =>
    client
      .getQueriesData<P>({ queryKey })
      .flatMap(([, page]) => (page ? [page] : []))
      .toSorted((a, b) => a.offset - b.offset);
  const placeOf = (ticket: number): number | null => {
    for (const { offset, items } of readPages()) {
      const index = items.findIndex((row) => wanted.cardOf(row).id === ticket);
      if (index >= 0) return offset + index;
    }
    return null;
  };
  const cards = () => readPages().flatMap(({ items }) => items.map((row) => wanted.cardOf(row)));
  const between = async (from: number, to: number) => {
    const end = Math.min(to, total - 1, from + MAX_BULK_TICKETS);
    const firstPage = Math.floor(from / ROWS_PER_PAGE);
    const count = Math.floor(end / ROWS_PER_PAGE) - firstPage + 1;
    const found = await Promise.all(
      Array.from({ length: Math.max(0, count) }, (_, index) =>
        client.fetchQuery({ ...pageQuery(firstPage + index), staleTime: Infinity }),
      ),
    );
    return found
      .flatMap(({ offset, items }) => items.map((row, index) => ({ row, place: offset + index })))
      .filter(({ row, place }) => place >= from && place <= end && (wanted.isFound?.(row) ?? true))
      .map(({ row }) => wanted.cardOf(row).id);
  };
  // What the selection and the bar ask about the rows, as of the last drawing.
  useEffect(() => {
    store.rows = { cards, placeOf, between };
  });
  useEffect(
    () => () => {
      store.rows = null;
    },
    [store],
  );

  const rowAt = (index: number): T | undefined => {
    const page = pages.find(
      ({ offset, items }) => index >= offset && index < offset + items.length,
    );
    return page?.items[index - page.offset];
  };
  return {
    total,
    newest,
    virtualizer,
    drawn,
    rowAt,
    isPending: newest === undefined && results.some((result) => result.isPending),
    error: newest === undefined ? (results.find((result) => result.error)?.error ?? null) : null,
    retry: () => void client.invalidateQueries({ queryKey }),
  };
}
