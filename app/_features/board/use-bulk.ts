"use client";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  bulkAnswerSchema,
  type BulkItem,
  type BulkResult,
  type TicketChange,
} from "#server/contracts/bulk.ts";
import { notify } from "#app/_components/toast.tsx";
import { useUndo } from "#app/_components/use-undo.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { beginUndoable, type Undoable, type UndoPlace } from "#app/_lib/undo-stack.ts";
import { useBoardContext } from "./board-context.tsx";
import { bulkWords } from "./bulk-words.ts";
import { countAtWork, inShownOrder } from "./picks.ts";
import { readRowsAgain } from "./rows-cache.ts";
import { shownCards } from "./shown-board.ts";
import { reasonOf } from "./use-move.ts";

/** More than this many runs at once are asked about first. */
const askAboveRuns = 3;

/** What takes all of it back, the last first, so that each finds its neighbour again. */
function undoableOf(project: string, results: readonly BulkResult[], notice: string): Undoable {
  const items = results.flatMap(({ ticket, undo }): BulkItem[] =>
    undo === null ? [] : [{ ticket, change: undo }],
  );
  return { project, kind: "many", items: items.toReversed(), notice };
}

/** Does something to every chosen ticket with one request, and says what came of each. */
export function useBulk() {
  const { slug, store } = useBoardContext();
  const client = useQueryClient();
  const t = useT(bulkWords);
  const { undo } = useUndo();
  return useMemo(() => {
    const carryOut = async (change: TicketChange): Promise<void> => {
      const { picked } = store.state;
      if (picked.size === 0) return;
      const tickets = inShownOrder(shownCards(client, slug, store), picked);
      const id = `bulk-${crypto.randomUUID()}`;
      notify({ text: t("working", { count: tickets.length }), durationMs: 120_000, id });
      store.set({ own: picked, asking: null, bulkMenu: null });
      const place = beginUndoable(slug);
      try {
        const { items } = await api.post(
          `${projectPath(slug)}/tickets/bulk`,
          { items: tickets.map((ticket) => ({ ticket, change })) },
          bulkAnswerSchema,
          { idempotencyKey: crypto.randomUUID() },
        );
        report(change, items, id, place);
        readRowsAgain(client, slug);
      } catch (error) {
        place.drop();
        notify({ kind: "error", text: t("failed", { reason: reasonOf(error) }), id });
      }
    };
    const report = (
      change: TicketChange,
      results: readonly BulkResult[],
      id: string,
      place: UndoPlace,
    ): void => {
      const failed = results.filter(({ failure }) => failure !== null);
      const count = results.length - failed.length;
      const waits = results.filter((result) => result.waits !== null).length;
      const kind = change.do === "restore" ? "edit" : change.do;
      const text = t(`done.${kind}`, { count });
      const undoable = undoableOf(slug, results, id);
      place.keep(undoable);
      const canUndo = undoable.items.length > 0;
      announce(text);
      if (change.do === "delete") {
        const left = new Set(failed.map(({ ticket }) => ticket));
        store.set({ picked: left, pickAnchor: null });
      }
      notify({
        text,
        ...(waits > 0 ? { detail: t("done.waits", { count: waits }) } : {}),
        id,
        ...(canUndo ? { action: { label: t("undo"), onClick: () => undo(undoable) } } : {}),
      });
      if (failed.length > 0 || waits > 0) store.set({ report: { text, results } });
    };
    return {
      carryOut,
      /** Asks first what becomes of those at work. */
      move(column: string, before: number | null = null): void {
        const cards = shownCards(client, slug, store);
        const atWork = countAtWork(cards, store.state.picked, column);
        if (atWork > 0) store.set({ asking: { kind: "move", column, before, atWork } });
        else void carryOut({ do: "move", status: column, before });
      },
      run(): void {
        if (store.state.picked.size > askAboveRuns) store.set({ asking: { kind: "run" } });
        else void carryOut({ do: "run" });
      },
    };
  }, [client, slug, store, t, undo]);
}
