import type { QueryClient } from "@tanstack/react-query";
import type { Board } from "#server/contracts/ticket.ts";
import { ApiError } from "./api-error.ts";
import { anythingSchema, api, projectPath } from "./api.ts";
import { findCard, moveCard, neighboursOf, undoMove, type Place } from "./board-cache.ts";
import { boardWrites } from "./board-writes.ts";
import { queryKeys } from "./query-keys.ts";

export interface CardMove extends Place {
  ticket: number;
  /** Ends what runs on it: undoing a move undoes the run it started (ux 28). */
  stopRun?: boolean;
}

interface MoveOptions {
  /** Of the cached cards that are on the screen; the board's own unless given. */
  key?: readonly unknown[];
  onShown?: (board: Board) => void;
}

/**
 * Shows a move at once and asks the server. When it refuses, the card goes back, everybody who keeps
 * this board is told to read it again, and the refusal is thrown. Nothing for a card that is not there.
 */
export async function moveAtOnce(
  client: QueryClient,
  project: string,
  move: CardMove,
  { key = queryKeys.board(project), onShown }: MoveOptions = {},
): Promise<void> {
  const board = client.getQueryData<Board>(key);
  const original = board && findCard(board, move.ticket);
  if (!board || !original) return;
  const moved = moveCard(board, move.ticket, move);
  client.setQueryData<Board>(key, moved);
  onShown?.(moved);
  const end = boardWrites.begin();
  try {
    const body = {
      status: move.column,
      ...neighboursOf(board, move.ticket, move),
      ...(move.stopRun ? { stopRun: true } : {}),
    };
    const path = `${projectPath(project)}/tickets/${move.ticket}/status`;
    await api.patch(path, body, anythingSchema);
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    const staysAway = isGone || findCard(moved, move.ticket) !== null;
    client.setQueryData<Board>(key, (now) => now && undoMove(now, original, staysAway));
    end();
    boardWrites.tellRefusal(project);
    throw error;
  } finally {
    end();
  }
}
