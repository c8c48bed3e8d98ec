"use client";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { bulkAnswerSchema } from "#server/contracts/bulk.ts";
import type { Board, Card } from "#server/contracts/ticket.ts";
import type { WhyAnswer } from "#server/contracts/why.ts";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { notify } from "#app/_components/toast.tsx";
import { idOf, useUndo } from "#app/_components/use-undo.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { findCard, findColumn } from "#app/_lib/board-cache.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { moveAtOnce, type CardMove } from "#app/_lib/move-at-once.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { beginUndoable, type Undoable } from "#app/_lib/undo-stack.ts";
import { useBoardContext } from "./board-context.tsx";
import type { BoardStore } from "./board-store.ts";
import { patchRows, readRowsAgain } from "./rows-cache.ts";
import { shownKey } from "./shown-board.ts";
import { boardWords } from "./words.ts";

export interface Move extends CardMove {
  /** What the column head said would happen, for the toast. */
  drop?: WhyAnswer["drop"];
}

interface MoveContext {
  client: QueryClient;
  slug: string;
  store: BoardStore;
  t: ReturnType<typeof useT<(typeof boardWords)["en"]>>;
  say: ReturnType<typeof useSentence>;
  undo: (undoable: Undoable) => void;
}

/** Moves a card at once, asks the server, and puts it back with the reason when it refuses. */
export function useMove(): (move: Move) => Promise<boolean> {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const t = useT(boardWords);
  const say = useSentence();
  const { undo } = useUndo();
  return useCallback(
    (move) => carryOut({ client, slug, store, t, say, undo }, move),
    [client, say, slug, store, t, undo],
  );
}

async function carryOut(context: MoveContext, move: Move): Promise<boolean> {
  const { client, slug, store, t } = context;
  const place = beginUndoable(slug);
  store.set({ own: new Set([move.ticket]), selected: move.ticket });
  patchRows(client, slug, move.ticket, { status: move.column });
  try {
    const { undoable, isOther } = await send(context, move);
    if (undoable) place.keep(undoable);
    else place.drop();
    if (isOther)
      notify({
        ...textOfDrop(move, context),
        ...(undoable
          ? {
              id: idOf(undoable),
              action: { label: t("undo"), onClick: () => context.undo(undoable) },
            }
          : {}),
      });
    return true;
  } catch (error) {
    place.drop();
    notify({
      kind: "error",
      text: t("moveFailed", { number: `#${move.ticket}`, reason: reasonOf(error) }),
    });
    return false;
  } finally {
    readRowsAgain(client, slug);
  }
}

interface Sent {
  /** Null: nothing to take back. */
  undoable: Undoable | null;
  /** It has another column now. */
  isOther: boolean;
}

async function send(context: MoveContext, move: Move): Promise<Sent> {
  const { client, slug, store, t } = context;
  const key = [shownKey(slug, store), queryKeys.board(slug)].find((one) => {
    const there = client.getQueryData<Board>(one);
    return there !== undefined && findCard(there, move.ticket) !== null;
  });
  const board = key && client.getQueryData<Board>(key);
  const original = board && findCard(board, move.ticket);
  if (!key || !board || !original) return sendUnseen(slug, move);
  const undoable = undoOfMove(slug, board, original, move.column);
  await moveAtOnce(client, slug, move, { key, onShown: (moved) => speak(moved, move.ticket, t) });
  return { undoable, isOther: original.status !== move.column };
}

/** A row of a list whose card is not loaded on the board: the server knows the place it came from. */
async function sendUnseen(project: string, move: Move): Promise<Sent> {
  const { ticket, column, stopRun } = move;
  const change = { do: "move", status: column, ...(stopRun ? { stopRun } : {}) } as const;
  const { items } = await api.post(
    `${projectPath(project)}/tickets/bulk`,
    { items: [{ ticket, change }] },
    bulkAnswerSchema,
    { idempotencyKey: crypto.randomUUID() },
  );
  const undo = items[0]?.undo ?? null;
  const failure = items[0]?.failure ?? null;
  if (failure) throw new Error(failure.error);
  const undoable: Undoable | null =
    undo === null ? null : { project, kind: "move", items: [{ ticket, change: undo }] };
  return { undoable, isOther: true };
}

/** Back to its place. In its own column a card only changes its place: nothing was started there. */
function undoOfMove(project: string, board: Board, card: Card, column: string): Undoable {
  const cards = findColumn(board, card.status)?.cards ?? [];
  const before = cards[cards.indexOf(card) + 1]?.id ?? null;
  const since = card.status === column ? {} : { undoRunsSince: board.revision };
  const change = { do: "move", status: card.status, before, ...since } as const;
  return { project, kind: "move", items: [{ ticket: card.id, change }] };
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
