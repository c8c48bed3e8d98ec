"use client";
import { History } from "lucide-react";
import { useState } from "react";
import type { UndoState } from "#server/contracts/undo.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import type { UndoWhat } from "./use-undo.ts";
import { undoWords } from "./words.ts";

/** "Undo this run" at the end of a run; after an undo, the way back from it. */
export function UndoButton({
  slug,
  run,
  last,
}: {
  slug: string;
  run: string;
  last: UndoState | null;
}) {
  const t = useT(undoWords);
  const [what, setWhat] = useState<UndoWhat | null>(null);
  const isUndone = last?.state === "done" && !last.isRestore;
  const isBusy = last?.state === "doing" || last?.state === "owed";
  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        onClick={() => setWhat({ kind: isUndone ? "restore" : "run" })}
      >
        <History size={13} aria-hidden />
        {t(isUndone ? "undoUndo" : "undoRun")}
      </Button>
      <UndoDialog slug={slug} run={run} what={what} onClose={() => setWhat(null)} />
    </>
  );
}

/** What became of the run's last undo, in a sentence. */
export function UndoLine({ last }: { last: UndoState | null }) {
  const t = useT(undoWords);
  if (last === null || (last.state === "done" && last.isRestore)) return null;
  const { state, by: who, toTurn, error } = last;
  const text =
    state === "failed"
      ? t("state.failed", { error: error ?? "" })
      : state !== "done"
        ? t(`state.${state}`)
        : toTurn === null || toTurn === 0
          ? t("state.done", { who })
          : t("state.doneTo", { who, turn: toTurn });
  return (
    <p
      role="status"
      className={state === "failed" ? "text-red" : "text-muted"}
      data-undo-state={state}
    >
      {text}
    </p>
  );
}
