import type { QueryClient } from "@tanstack/react-query";
import type { TicketQuery } from "#server/contracts/ticket-query.ts";
import type { Board, BoardColumn } from "#server/contracts/ticket.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import type { BoardStore } from "./board-store.ts";
import { matchesQuery } from "./matches-query.ts";

/** Key of the cached cards that are on the screen: the board's own, or what a search found. */
export function shownKey(slug: string, store: BoardStore) {
  const { search } = store.state;
  return search === "" ? queryKeys.board(slug) : queryKeys.boardSearch(slug, search);
}

/** The cached cards that are on the screen. */
export function cachedBoard(
  client: QueryClient,
  slug: string,
  store: BoardStore,
): Board | undefined {
  return client.getQueryData<Board>(shownKey(slug, store));
}

/** The understood tokens of a query as the server is asked them; empty when there are none. */
export function questionOf(text: string, { tokens }: TicketQuery): string {
  return tokens.map(({ start, end }) => text.slice(start, end)).join(" ");
}

/** The board with what the server found; counts, limits and names stay those of the board. */
export function withFound(board: Board, answer: Board): Board {
  const columns = board.columns.map((column): BoardColumn => {
    const there = answer.columns.find((other) => other.id === column.id);
    return {
      ...column,
      cards: there?.cards ?? [],
      next: there?.next ?? null,
      waiting: there?.waiting ?? 0,
      found: there?.found ?? 0,
    };
  });
  return { ...board, columns };
}

/** The board with what is loaded and matches, while the server is asked. */
export function withLoaded(board: Board, { tokens }: TicketQuery): Board {
  const columns = board.columns.map((column): BoardColumn => {
    const cards = column.cards.filter((card) => matchesQuery(card, tokens));
    return { ...column, cards, next: null, found: cards.length };
  });
  return { ...board, columns };
}
