import { isArchived } from "#server/contracts/ticket-query.ts";
import type { BoardChange, BoardDelta } from "#server/contracts/live.ts";
import type { Board, BoardColumn, Card } from "#server/contracts/ticket.ts";
import { compareCards, keyBetween, placeOf } from "./board-order.ts";
import { judgeUnread } from "./unread.ts";

/** Pure changes of the cached board. Untouched columns keep their identity, so they are not drawn again. */

const waits = (card: Card | undefined) => (card?.state?.word === "waits" ? 1 : 0);

export function findCard(board: Board, ticket: number): Card | null {
  for (const column of board.columns) {
    const card = column.cards.find((other) => other.id === ticket);
    if (card) return card;
  }
  return null;
}

export function findColumn(board: Board, name: string): BoardColumn | null {
  return board.columns.find((column) => column.name === name) ?? null;
}

/** A column that knows where its last window ended, also after the card there has left. */
type LoadedColumn = BoardColumn & { end?: Card };

/** Cards behind this one are not loaded; null: all are. */
function endOf(column: LoadedColumn): Card | null {
  return column.next === null ? null : (column.end ?? column.cards.at(-1) ?? null);
}

function withoutCard(column: LoadedColumn, ticket: number): LoadedColumn {
  const card = column.cards.find((other) => other.id === ticket);
  if (!card) return column;
  const end = endOf(column);
  return {
    ...column,
    ...(end === null ? {} : { end }),
    waiting: Math.max(0, column.waiting - waits(card)),
    cards: column.cards.filter((other) => other !== card),
  };
}

function withCard(column: BoardColumn, card: Card, index: number | null): BoardColumn {
  const waiting = column.waiting + waits(card);
  if (index === null) return { ...column, waiting };
  return { ...column, waiting, cards: column.cards.toSpliced(index, 0, card) };
}

/** Puts the card where its column and order key say; replacing is the only patch, cards are small. */
export function putCard(board: Board, card: Card): Board {
  const columns = board.columns.map((column) => {
    const kept = withoutCard(column, card.id);
    if (column.name !== card.status) return kept;
    return withCard(kept, card, placeOf(kept.cards, card, column.sort, endOf(kept)));
  });
  return { ...board, columns };
}

export function removeCard(board: Board, ticket: number): Board {
  return { ...board, columns: board.columns.map((column) => withoutCard(column, ticket)) };
}

/** An old ticket of a done column may change; the board does not show it for that. */
function isOutOfSight(board: Board, card: Card, now: Date): boolean {
  const role = findColumn(board, card.status)?.role ?? "normal";
  return isArchived(role, card.enteredColumnAt, now);
}

function applyChange(
  board: Board,
  change: BoardChange,
  me: string | null,
  now: Date | null,
): Board {
  switch (change.type) {
    case "card": {
      if (now !== null && isOutOfSight(board, change.card, now))
        return removeCard(board, change.card.id);
      const before = { card: findCard(board, change.card.id), revision: board.revision };
      return putCard(board, judgeUnread(change.card, before, me));
    }
    case "card_removed":
      return removeCard(board, change.ticket);
    case "columns":
      return {
        ...board,
        columns: change.columns.map((column) => {
          const known = board.columns.find((other) => other.id === column.id);
          return { count: 0, waiting: 0, cards: [], next: null, ...known, ...column };
        }),
      };
    case "labels":
      return { ...board, labels: change.labels };
    case "members":
      return { ...board, members: change.members };
    case "counts":
      return {
        ...board,
        columns: board.columns.map((column) => {
          const count = change.counts[column.name];
          if (count === undefined) return column;
          const archived = change.archived ? (change.archived[column.name] ?? 0) : column.archived;
          const isSame = count === column.count && archived === column.archived;
          return isSame ? column : { ...column, count, archived };
        }),
      };
    case "project":
    case "skills":
    case "automations":
    case "comment":
      return board;
  }
}

/**
 * Applies one delta whose revision is the next one, as the person `me` sees it; null: nobody known yet.
 * `now` decides what is archived; null: nothing is.
 */
export function applyDelta(
  board: Board,
  delta: BoardDelta,
  me: string | null = null,
  now: Date | null = null,
): Board {
  const changed = delta.changes.reduce((sum, change) => applyChange(sum, change, me, now), board);
  return { ...changed, revision: delta.revision };
}

export interface Place {
  column: string;
  /** Index among the loaded cards of that column without the moved one. */
  index: number;
}

/** Neighbours' numbers for the server: the card goes behind `after` and in front of `before`; none where a rule keeps the order. */
export function neighboursOf(
  board: Board,
  ticket: number,
  place: Place,
): { before: number | null; after: number | null } {
  const column = findColumn(board, place.column);
  if (column && column.sort !== "manual") return { before: null, after: null };
  const cards = (column?.cards ?? []).filter((card) => card.id !== ticket);
  return { after: cards[place.index - 1]?.id ?? null, before: cards[place.index]?.id ?? null };
}

/** The optimistic move: true counts follow, the order key is a guess until the server answers. */
export function moveCard(board: Board, ticket: number, place: Place): Board {
  const card = findCard(board, ticket);
  if (!card) return board;
  const columns = board.columns.map((column) => {
    const kept = withoutCard(column, ticket);
    const left =
      column.name === card.status && place.column !== card.status
        ? { ...kept, count: Math.max(0, column.count - 1) }
        : kept;
    if (column.name !== place.column) return left;
    const index = Math.min(place.index, kept.cards.length);
    const key = keyBetween(
      kept.cards[index - 1]?.orderKey ?? null,
      kept.cards[index]?.orderKey ?? null,
    );
    const moved = { ...card, status: column.name, orderKey: key ?? card.orderKey };
    const shown =
      column.sort === "manual" ? index : placeOf(kept.cards, moved, column.sort, endOf(kept));
    // What is loaded ends where it did: behind the guess may be cards that nobody has seen.
    const end = endOf(kept);
    const count = column.count + (place.column === card.status ? 0 : 1);
    return withCard({ ...left, ...(end === null ? {} : { end }), count }, moved, shown);
  });
  return { ...board, columns };
}

/**
 * Takes an optimistic move back. What others changed of the card meanwhile stays, and a card that has
 * left the board meanwhile stays away, unless the move itself took it out of the loaded window.
 */
export function undoMove(board: Board, original: Card, wasShown = true): Board {
  const present = findCard(board, original.id);
  if (present ? present.revision !== original.revision : wasShown) return board;
  const columns = board.columns.map((column) => {
    if (!present || present.status === original.status) return column;
    if (column.name === present.status) return { ...column, count: Math.max(0, column.count - 1) };
    return column.name === original.status ? { ...column, count: column.count + 1 } : column;
  });
  const { status, orderKey } = original;
  return putCard({ ...board, columns }, { ...original, ...present, status, orderKey });
}

/** Adds a further window, each card in its place. One that stands elsewhere is moved by the delta that is to come. */
export function appendWindow(
  board: Board,
  name: string,
  window: Pick<BoardColumn, "cards" | "next" | "count">,
): Board {
  const known = new Set(board.columns.flatMap((column) => column.cards.map((card) => card.id)));
  const columns = board.columns.map((column): LoadedColumn => {
    if (column.name !== name) return column;
    const fresh = window.cards.filter((card) => !known.has(card.id));
    const cards = [...column.cards, ...fresh].toSorted((a, b) => compareCards(column.sort, a, b));
    const { next, count } = window;
    const end = window.cards.at(-1) ?? column.cards.at(-1);
    const waiting = column.waiting + fresh.reduce((sum, card) => sum + waits(card), 0);
    return { ...column, cards, next, count, waiting, ...(end ? { end } : {}) };
  });
  return { ...board, columns };
}

/**
 * Fresh first windows with what was already loaded behind them, so that a reread never shortens a list.
 * The revision stays: what lies behind the first windows is as old as it was, so deltas newer than that
 * are still to be applied.
 */
export function mergeBoard(old: Board, fresh: Board): Board {
  const placed = new Set(fresh.columns.flatMap((column) => column.cards.map((card) => card.id)));
  const columns = fresh.columns.map((column): LoadedColumn => {
    const before = old.columns.find((other) => other.id === column.id);
    const last = column.cards.at(-1);
    if (!before || !last || column.next === null || before.cards.length <= column.cards.length)
      return column;
    const tail = before.cards.filter(
      (card) => !placed.has(card.id) && compareCards(column.sort, card, last) > 0,
    );
    const end = endOf(before);
    const waiting = column.waiting + tail.reduce((sum, card) => sum + waits(card), 0);
    const cards = [...column.cards, ...tail];
    return { ...column, cards, waiting, next: before.next, ...(end ? { end } : {}) };
  });
  return { ...fresh, columns, revision: old.revision };
}
