"use client";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { bulkAnswerSchema, type BulkAnswer } from "#server/contracts/bulk.ts";
import { runChangesSchema, runDetailSchema } from "#server/contracts/run.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import {
  rememberUndo,
  takeNewestUndo,
  takeUndo,
  tellUndoing,
  type Undoable,
} from "#app/_lib/undo-stack.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { notify } from "./toast.tsx";
import { undoWords } from "./undo-words.ts";

const lookAgainMs = 1_000;
/** A run that has not ended by then says what it cost in its panel. */
const looks = 45;

interface Ends {
  costUsd: number;
  /** Why the changes of one of them stay. */
  problem: string | null;
}

/** How the stopped runs ended, once all have; null: one takes too long. */
async function endsOf(project: string, runs: readonly string[]): Promise<Ends | null> {
  const ends: Ends = { costUsd: 0, problem: null };
  for (const run of runs) {
    const path = `${projectPath(project)}/runs/${run}`;
    let isEnded = false;
    for (let look = 0; look < looks && !isEnded; look += 1) {
      const now = await api.get(path, runDetailSchema);
      isEnded = now.state === "ended";
      if (isEnded) ends.costUsd += now.costUsd;
      else await new Promise((done) => setTimeout(done, lookAgainMs));
    }
    if (!isEnded) return null;
    const { undo } = await api.get(`${path}/changes`, runChangesSchema);
    if (undo?.state === "failed") ends.problem = undo.error;
  }
  return ends;
}

/** Takes something back and says what came of it; what was taken back before is not taken back again. */
export function useUndo() {
  const client = useQueryClient();
  const t = useT(undoWords);
  const format = useFormat();
  const carryOut = useCallback(
    async (undoable: Undoable) => {
      const { project, items } = undoable;
      const id = idOf(undoable);
      tellUndoing(undoable);
      let answer: BulkAnswer;
      try {
        answer = await api.post(
          `${projectPath(project)}/tickets/bulk`,
          { items },
          bulkAnswerSchema,
          {
            idempotencyKey: crypto.randomUUID(),
          },
        );
      } catch (error) {
        rememberUndo(undoable);
        const reason = error instanceof Error ? error.message : String(error);
        notify({ kind: "error", text: t("failed", { reason }), id });
        return;
      }
      await client.invalidateQueries({ queryKey: queryKeys.project(project) });
      const failures = answer.items.flatMap(({ ticket, failure }) =>
        failure === null ? [] : [t("reason", { number: `#${ticket}`, reason: failure.error })],
      );
      const count = items.length - failures.length;
      if (count === 0) {
        notify({ kind: "error", text: t("failed", { reason: failures.join("; ") }), id });
        return;
      }
      const text = textOf(undoable, count, t);
      if (failures.length > 0) {
        const detail = failures.join("\n");
        notify({
          kind: "error",
          text: `${text}. ${t("failed.some", { count: failures.length })}`,
          detail,
          id,
        });
        return;
      }
      announce(text);
      const runs = answer.items.flatMap(({ stopped }) => stopped);
      if (runs.length === 0) {
        notify({ text, id });
        return;
      }
      notify({ text, detail: t("stopping", { count: runs.length }), durationMs: 60_000, id });
      const ends = await endsOf(project, runs).catch(() => null);
      if (ends?.problem) {
        notify({ kind: "error", text, detail: t("filesStay", { reason: ends.problem }), id });
        return;
      }
      const stopped = t("stopped", { count: runs.length });
      const cost = ends === null ? null : format.money(ends.costUsd);
      notify({ text, detail: cost === null ? stopped : t("cost", { runs: stopped, cost }), id });
    },
    [client, format, t],
  );
  return useMemo(
    () => ({
      /** This one, from its notice. */
      undo(undoable: Undoable): void {
        const taken = takeUndo(undoable);
        if (taken) void carryOut(taken);
      },
      /** The newest of a project; false: there is none. */
      undoLast(project: string): boolean {
        const taken = takeNewestUndo(project);
        void taken?.then((undoable) => undoable && carryOut(undoable));
        return taken !== null;
      },
    }),
    [carryOut],
  );
}

/** Of the notice: the one that offered it is replaced. */
export function idOf({ kind, items, notice }: Undoable): string {
  const [first] = items;
  if (notice !== undefined) return notice;
  return items.length === 1 && first ? `${kind}-${first.ticket}` : kind;
}

function textOf(
  { kind, items }: Undoable,
  count: number,
  t: ReturnType<typeof useT<(typeof undoWords)["en"]>>,
): string {
  const [first] = items;
  if (kind === "many" || items.length > 1 || !first) return t("undone.many", { count });
  const column = first.change.do === "move" ? first.change.status : "";
  return t(`undone.${kind}`, { number: `#${first.ticket}`, column });
}
