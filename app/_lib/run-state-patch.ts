import type { RunLiveState } from "#server/contracts/run.ts";
import type { Board, BoardColumn, Card } from "#server/contracts/ticket.ts";

function patchCard(card: Card, state: RunLiveState): Card {
  // Words change with a revision; between revisions only the last action, the steps and turns move.
  if (!card.state || card.state.runId !== state.run) return card;
  const isRunning = card.state.word === "running" && state.state !== "ended";
  const reason =
    isRunning && state.lastAction
      ? { key: "state.running", values: { action: state.lastAction }, text: state.lastAction }
      : card.state.reason;
  return { ...card, todo: state.todo ?? card.todo, state: { ...card.state, reason } };
}

/** Patches the card a run works on; every other column keeps its identity. */
export function patchRunState(board: Board, state: RunLiveState): Board {
  if (state.ticket === null) return board;
  let isChanged = false;
  const columns = board.columns.map((column): BoardColumn => {
    const index = column.cards.findIndex((card) => card.id === state.ticket);
    const card = column.cards[index];
    if (!card) return column;
    const patched = patchCard(card, state);
    if (patched === card) return column;
    isChanged = true;
    return { ...column, cards: column.cards.with(index, patched) };
  });
  return isChanged ? { ...board, columns } : board;
}
