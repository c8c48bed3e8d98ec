"use client";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { MAX_BULK_TICKETS } from "#server/contracts/bulk.ts";
import { notify } from "#app/_components/toast.tsx";
import { findColumn } from "#app/_lib/board-cache.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { loadWindow } from "#app/_lib/load-window.ts";
import { useBoardContext } from "./board-context.tsx";
import { bulkWords } from "./bulk-words.ts";
import { rangeTo, togglePick } from "./picks.ts";
import { cachedBoard, shownKey } from "./shown-board.ts";

/** Choosing several tickets: one by one, a stretch of a column, a whole column. Each says how many it is now. */
export function usePicks() {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const t = useT(bulkWords);
  return useMemo(() => {
    const choose = (picked: ReadonlySet<number>, pickAnchor: number | null) => {
      const first = [...picked].slice(0, MAX_BULK_TICKETS);
      store.set({ picked: new Set(first), pickAnchor });
      announce(t("now", { count: first.length }));
      if (picked.size > MAX_BULK_TICKETS)
        notify({ text: t("tooMany", { count: MAX_BULK_TICKETS }), id: "picks" });
    };
    return {
      toggle: (ticket: number) => choose(togglePick(store.state.picked, ticket), ticket),
      /** From where the last one was chosen to here; what was chosen before stays. */
      extend(ticket: number): void {
        const { picked, pickAnchor, selected } = store.state;
        const anchor = pickAnchor ?? selected;
        if (store.rows) {
          const to = store.rows.placeOf(ticket);
          const from = anchor === null ? to : (store.rows.placeOf(anchor) ?? to);
          if (from === null || to === null) return;
          void store.rows
            .between(Math.min(from, to), Math.max(from, to))
            .then((range) => choose(new Set([...picked, ...range, ticket]), anchor ?? ticket));
          return;
        }
        const board = cachedBoard(client, slug, store);
        const range = rangeTo(board?.columns ?? [], anchor, ticket);
        choose(new Set([...picked, ...range]), anchor ?? ticket);
      },
      clear(): void {
        if (store.state.picked.size > 0) choose(new Set(), null);
      },
      /** Every ticket that a list or tree shows, also those that are not loaded yet. */
      async rows(): Promise<void> {
        const ids = await store.rows?.between(0, MAX_BULK_TICKETS);
        if (ids) choose(new Set([...store.state.picked, ...ids]), ids[0] ?? null);
      },
      /** Every ticket of a column, or of what a search finds in it, also those that are not loaded yet. */
      async column(name: string): Promise<void> {
        const cardsNow = () => {
          const board = cachedBoard(client, slug, store);
          return (board && findColumn(board, name)?.cards) ?? [];
        };
        const shown = { key: shownKey(slug, store), asked: store.state.answered };
        while (cardsNow().length <= MAX_BULK_TICKETS) {
          if (!(await loadWindow(client, slug, name, shown))) break;
        }
        const ids = cardsNow().map((card) => card.id);
        if (ids.length > 0) choose(new Set([...store.state.picked, ...ids]), ids[0] ?? null);
      },
    };
  }, [client, slug, store, t]);
}
