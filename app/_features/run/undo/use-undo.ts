"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { undoAnswerSchema, type UndoRequest } from "#server/contracts/undo.ts";
import { notify } from "#app/_components/toast.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { runPath } from "../use-run.ts";
import { undoWords } from "./words.ts";

/** What is undone: the run, back to one of its turns, or its last undo. */
export type UndoWhat = { kind: "run" } | { kind: "turn"; turn: number } | { kind: "restore" };

function requestOf(what: UndoWhat): UndoRequest {
  if (what.kind === "turn") return { toTurn: what.turn };
  return what.kind === "restore" ? { restore: true } : {};
}

/** What an undo would do, asked anew each time the dialog opens. */
export function useUndoPreview(slug: string, run: string, what: UndoWhat | null) {
  return useQuery({
    queryKey: queryKeys.undoPreview(slug, run, what),
    queryFn: ({ signal }) =>
      api.post(
        `${runPath(slug, run)}/undo`,
        { ...requestOf(what ?? { kind: "run" }), preview: true },
        undoAnswerSchema,
        { signal },
      ),
    enabled: what !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

/** Does it and says so, with the way back. */
export function useUndo(slug: string, run: string) {
  const t = useT(undoWords);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const undo = useCallback(
    async (what: UndoWhat, putBack: readonly string[]): Promise<boolean> => {
      setBusy(true);
      const send = (request: UndoRequest) =>
        api.post(`${runPath(slug, run)}/undo`, request, undoAnswerSchema, {
          idempotencyKey: crypto.randomUUID(),
        });
      const fail = (error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error);
        notify({ kind: "error", text: t("failed"), detail });
        return false;
      };
      const refresh = () => client.invalidateQueries({ queryKey: queryKeys.project(slug) });
      const takeBack = () =>
        send({ restore: true })
          .then(() => notify({ text: t("restored") }), fail)
          .then(refresh);
      const isDone = await send({ ...requestOf(what), putBack: [...putBack] }).then(
        ({ problems }) => {
          notify({
            text: t(what.kind === "restore" ? "restored" : "done"),
            ...(problems.length === 0
              ? {}
              : { detail: t("done.problems", { count: problems.length }) }),
            ...(what.kind === "restore"
              ? {}
              : { action: { label: t("undoUndo"), onClick: () => void takeBack() } }),
          });
          return true;
        },
        fail,
      );
      await refresh();
      // What was refused is planned anew for those who look on.
      if (!isDone) {
        await client.invalidateQueries({ queryKey: queryKeys.undoPreview(slug, run) });
      }
      setBusy(false);
      return isDone;
    },
    [client, run, slug, t],
  );
  return { undo, isBusy };
}
