import type { Board, BoardColumn, Card } from "#server/contracts/ticket.ts";

/** Builders for tests: a card, a column and a board with what a test does not care about filled in. */
export function makeCard(id: number, change: Partial<Card> = {}): Card {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    id,
    title: `Ticket ${id}`,
    status: "Todo",
    orderKey: `a${id}`,
    priority: "NiceToHave",
    assignedTo: null,
    assigneeKind: null,
    assigneeType: null,
    labels: [],
    parentId: null,
    subTickets: { done: 0, total: 0 },
    todo: null,
    commentCount: 0,
    costUsd: 0,
    runStartedAt: null,
    enteredColumnAt: at,
    createdAt: at,
    updatedAt: at,
    revision: 1,
    state: null,
    news: [],
    unread: false,
    ...change,
  };
}

export function makeWaiting(id: number, reason: string, change: Partial<Card> = {}): Card {
  const sentence = { key: "gate.GROUP_BUSY", values: {}, text: reason };
  return makeCard(id, {
    state: {
      word: "waits",
      reason: sentence,
      since: "2026-01-01T00:00:00.000Z",
      runId: null,
      agent: null,
      gate: "GROUP_BUSY",
      place: 1,
      question: null,
    },
    ...change,
  });
}

export function makeColumn(
  name: string,
  cards: Card[],
  change: Partial<BoardColumn> = {},
): BoardColumn {
  return {
    id: [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000,
    name,
    color: "#888888",
    sortOrder: 0,
    role: "normal",
    sort: "manual",
    wipLimit: null,
    wipHard: false,
    count: cards.length,
    waiting: cards.filter((card) => card.state?.word === "waits").length,
    next: null,
    cards: cards.map((card) => ({ ...card, status: name })),
    ...change,
  };
}

export function makeBoard(columns: BoardColumn[], revision = 1): Board {
  return { project: "web", revision, columns, members: [], labels: [] };
}

export const idsOf = (board: Board, column: string): number[] =>
  board.columns.find((other) => other.name === column)?.cards.map((card) => card.id) ?? [];
