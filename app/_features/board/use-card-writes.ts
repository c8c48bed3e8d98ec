"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { startRunAnswerSchema } from "#server/contracts/run.ts";
import type { Board, Card, PatchTicket } from "#server/contracts/ticket.ts";
import { notify } from "#app/_components/toast.tsx";
import { useNotifyStart, useWithdraw } from "#app/_components/use-notify-start.ts";
import { idOf, useUndo } from "#app/_components/use-undo.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { findCard, findColumn, putCard, removeCard } from "#app/_lib/board-cache.ts";
import { boardWrites } from "#app/_lib/board-writes.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { undoOfPatch } from "#app/_lib/undo-of-patch.ts";
import { beginUndoable, type Undoable } from "#app/_lib/undo-stack.ts";
import { useBoardContext } from "./board-context.tsx";
import { patchRows, readRowsAgain } from "./rows-cache.ts";
import { shownKey } from "./shown-board.ts";
import { reasonOf } from "./use-move.ts";
import { boardWords } from "./words.ts";

/** Run, stop, delete, assign: what the card's menu does besides moving. Each says what came of it. */
export function useCardWrites() {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const t = useT(boardWords);
  const tellStart = useNotifyStart(slug);
  const withdraw = useWithdraw(slug);
  const { undo } = useUndo();
  return useMemo(() => {
    const keyNow = () => shownKey(slug, store);
    const path = (card: Card) => `${projectPath(slug)}/tickets/${card.id}`;
    const fail = (error: unknown) =>
      notify({ kind: "error", text: t("failed", { reason: reasonOf(error) }) });
    return {
      async patch(card: Card, change: PatchTicket, now: Partial<Card>): Promise<boolean> {
        client.setQueryData<Board>(keyNow(), (board) => {
          const old = board && findCard(board, card.id);
          return board && old ? putCard(board, { ...old, ...now }) : board;
        });
        patchRows(client, slug, card.id, now);
        const end = boardWrites.begin();
        const place = beginUndoable(slug);
        try {
          await api.patch(path(card), change, anythingSchema);
          place.keep({ project: slug, kind: "edit", items: [undoOfPatch(card, change)] });
          return true;
        } catch (error) {
          place.drop();
          client.setQueryData<Board>(keyNow(), (board) =>
            board && findCard(board, card.id) ? putCard(board, card) : board,
          );
          patchRows(client, slug, card.id, card);
          fail(error);
          return false;
        } finally {
          end();
          readRowsAgain(client, slug);
        }
      },
      async run(card: Card, agent?: string): Promise<void> {
        try {
          const answer = await api.post(
            `${path(card)}/run`,
            agent === undefined ? {} : { agent },
            startRunAnswerSchema,
          );
          tellStart(answer, { agent: agent ?? card.assignedTo ?? "", ticket: card.id });
        } catch (error) {
          fail(error);
        }
      },
      async stop(card: Card): Promise<void> {
        const run = card.state?.runId;
        if (!run) return;
        await api
          .post(`${projectPath(slug)}/runs/${run}/stop`, {}, anythingSchema)
          .then(() => notify({ text: t("stopped", { number: `#${card.id}` }) }), fail);
      },
      withdraw: (card: Card) => withdraw(card.id),
      async release(card: Card): Promise<void> {
        const holds = card.state?.holds;
        if (!holds) return;
        await api
          .post(`${projectPath(slug)}/runs/${holds.runId}/release`, {}, anythingSchema)
          .then(() => notify({ text: t("released", { group: holds.group }) }), fail);
      },
      async giveBack(card: Card): Promise<void> {
        const held = card.state?.takenOver;
        if (!held) return;
        await api
          .post(`${projectPath(slug)}/runs/${held.runId}/giveback`, {}, anythingSchema)
          .then(() => notify({ text: t("givenBack", { agent: held.agent }) }), fail);
      },
      async remove(card: Card): Promise<void> {
        const undoable = undoOfDelete(client.getQueryData<Board>(keyNow()), card, slug);
        client.setQueryData<Board>(keyNow(), (board) => board && removeCard(board, card.id));
        const end = boardWrites.begin();
        const place = beginUndoable(slug);
        try {
          await api.delete(path(card), anythingSchema);
          place.keep(undoable);
          notify({
            text: t("delete.done", { number: `#${card.id}` }),
            id: idOf(undoable),
            action: { label: t("undo"), onClick: () => undo(undoable) },
          });
        } catch (error) {
          place.drop();
          client.setQueryData<Board>(keyNow(), (board) => board && putCard(board, card));
          fail(error);
        } finally {
          end();
          readRowsAgain(client, slug);
        }
      },
    };
  }, [client, slug, store, t, tellStart, undo, withdraw]);
}

/** Back to its place; asked before it leaves the board. */
function undoOfDelete(board: Board | undefined, card: Card, project: string): Undoable {
  const cards = (board && findColumn(board, card.status)?.cards) ?? [];
  const before = cards[cards.findIndex((other) => other.id === card.id) + 1]?.id ?? null;
  return {
    project,
    kind: "delete",
    items: [{ ticket: card.id, change: { do: "restore", before } }],
  };
}
