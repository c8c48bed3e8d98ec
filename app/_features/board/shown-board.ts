import { replaceEqualDeep, type QueryClient } from "@tanstack/react-query";
import type { ColumnSorts } from "#server/contracts/board-view.ts";
import type { TicketQuery } from "#server/contracts/ticket-query.ts";
import type { Board, BoardColumn, Card } from "#server/contracts/ticket.ts";
import { compareCards } from "#app/_lib/board-order.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import type { BoardStore } from "./board-store.ts";
import { matchesQuery } from "./matches-query.ts";

/** Key of the cached cards that are on the screen: the board's own, or what was answered for a search or order. */
export function shownKey(slug: string, store: BoardStore) {
  const { answered } = store.state;
  return answered === null ? queryKeys.board(slug) : queryKeys.boardSearch(slug, answered);
}

/** The cached cards that are on the screen. */
export function cachedBoard(
  client: QueryClient,
  slug: string,
  store: BoardStore,
): Board | undefined {
  return client.getQueryData<Board>(shownKey(slug, store));
}

/** The tickets that are loaded, in the order in which they are shown: the rows, or column by column. */
export function shownCards(client: QueryClient, slug: string, store: BoardStore): readonly Card[] {
  if (store.rows) return store.rows.cards();
  return cachedBoard(client, slug, store)?.columns.flatMap(({ cards }) => cards) ?? [];
}

/** The understood tokens of a query as the server is asked them; empty when there are none. */
export function questionOf(text: string, { tokens }: TicketQuery): string {
  return tokens.map(({ start, end }) => text.slice(start, end)).join(" ");
}

/**
 * The board with what the server answered; counts, limits and names stay those of the board. A card that
 * is loaded and the same stays the same object: it is not drawn again.
 */
export function withAnswer(board: Board, answer: Board, isSearch: boolean): Board {
  const loaded = new Map(
    board.columns.flatMap(({ cards }) => cards.map((card) => [card.id, card] as const)),
  );
  const columns = board.columns.map((column): BoardColumn => {
    const there = answer.columns.find((other) => other.id === column.id);
    return {
      ...column,
      sort: there?.sort ?? column.sort,
      cards: (there?.cards ?? []).map((card) => replaceEqualDeep(loaded.get(card.id), card)),
      next: there?.next ?? null,
      waiting: there?.waiting ?? 0,
      ...(isSearch ? { found: there?.found ?? 0 } : {}),
    };
  });
  return { ...board, columns };
}

/** The board with what is loaded and matches, in the order asked for, while the server is asked. */
export function withLoaded(board: Board, { tokens }: TicketQuery, sorts: ColumnSorts): Board {
  const columns = board.columns.map((column): BoardColumn => {
    const sort = sorts.get(column.id) ?? column.sort;
    const found = column.cards.filter((card) => matchesQuery(card, tokens));
    const cards = sort === column.sort ? found : found.toSorted((a, b) => compareCards(sort, a, b));
    const isSearch = tokens.length > 0;
    return { ...column, sort, cards, next: null, ...(isSearch ? { found: cards.length } : {}) };
  });
  return { ...board, columns };
}
