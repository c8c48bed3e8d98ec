"use client";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Board } from "#server/contracts/ticket.ts";
import type { WhyAnswer } from "#server/contracts/why.ts";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { notify } from "#app/_components/toast.tsx";
import { findCard, findColumn } from "#app/_lib/board-cache.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { moveAtOnce, type CardMove } from "#app/_lib/move-at-once.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useBoardContext } from "./board-context.tsx";
import type { BoardStore } from "./board-store.ts";
import { shownKey } from "./shown-board.ts";
import { rememberUndo } from "./undo-stack.ts";
import { boardWords } from "./words.ts";

export interface Move extends CardMove {
  /** What the column head said would happen, for the toast. */
  drop?: WhyAnswer["drop"];
  /** An undo offers no undo. */
  isUndo?: boolean;
}

interface MoveContext {
  client: QueryClient;
  slug: string;
  store: BoardStore;
  t: ReturnType<typeof useT<(typeof boardWords)["en"]>>;
  say: ReturnType<typeof useSentence>;
}

/** Moves a card at once, asks the server, and puts it back with the reason when it refuses. */
export function useMove(): (move: Move) => Promise<boolean> {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const t = useT(boardWords);
  const say = useSentence();
  return useCallback(
    (move) => carryOut({ client, slug, store, t, say }, move),
    [client, say, slug, store, t],
  );
}

async function carryOut(context: MoveContext, move: Move): Promise<boolean> {
  const { client, slug, store, t } = context;
  // An undo may come when something else is shown.
  const key = [shownKey(slug, store), queryKeys.board(slug)].find((one) => {
    const there = client.getQueryData<Board>(one);
    return there !== undefined && findCard(there, move.ticket) !== null;
  });
  const board = key && client.getQueryData<Board>(key);
  const original = board && findCard(board, move.ticket);
  if (!key || !board || !original) return false;
  const oldIndex = findColumn(board, original.status)?.cards.indexOf(original) ?? 0;
  store.set({ own: move.ticket, selected: move.ticket });
  try {
    await moveAtOnce(client, slug, move, {
      key,
      onShown: (moved) => speak(moved, move.ticket, t),
    });
  } catch (error) {
    notify({
      kind: "error",
      text: t("moveFailed", { number: `#${move.ticket}`, reason: reasonOf(error) }),
    });
    return false;
  }
  if (move.isUndo) {
    notify({
      text: t("undone", { number: `#${move.ticket}`, column: move.column }),
      id: `move-${move.ticket}`,
    });
    return true;
  }
  const back: Move = {
    ticket: move.ticket,
    column: original.status,
    index: Math.max(0, oldIndex),
    isUndo: true,
  };
  // In its own column a card only changes its place: nothing was started, nothing is stopped.
  const isOther = original.status !== move.column;
  const undo = () => void carryOut(context, isOther ? { ...back, stopRun: true } : back);
  rememberUndo(undo);
  if (isOther)
    notify({
      ...textOfDrop(move, context),
      id: `move-${move.ticket}`,
      action: { label: t("undo"), onClick: undo },
    });
  return true;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function textOfDrop(move: Move, { t, say }: MoveContext): { text: string; detail?: string } {
  const number = `#${move.ticket}`;
  const moved = t("moved", { number, column: move.column });
  if (!move.drop) return { text: moved };
  if (move.drop.effect === "starts" && move.drop.agent)
    return { text: t("started", { agent: move.drop.agent, number }) };
  return { text: moved, detail: say(move.drop.sentence) };
}

/** Screen readers hear where the card went, once, politely (ux 29). */
function speak(board: Board, ticket: number, t: MoveContext["t"]): void {
  const card = findCard(board, ticket);
  const column = card && findColumn(board, card.status);
  if (!card || !column) return;
  announce(
    t("movedPosition", {
      title: `${card.id} ${card.title}`,
      position: column.cards.indexOf(card) + 1,
      count: column.count,
      column: column.name,
    }),
  );
}
