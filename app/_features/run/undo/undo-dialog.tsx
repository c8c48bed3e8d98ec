"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { UndoPlan } from "./undo-plan.tsx";
import { useUndo, useUndoPreview, type UndoWhat } from "./use-undo.ts";
import { undoWords } from "./words.ts";

export interface UndoDialogProps {
  slug: string;
  run: string;
  /** Null: closed. */
  what: UndoWhat | null;
  onClose: () => void;
}

/** Shows what an undo will do before it does it. */
export function UndoDialog({ slug, run, what, onClose }: UndoDialogProps) {
  const t = useT(undoWords);
  const preview = useUndoPreview(slug, run, what);
  const { undo, isBusy } = useUndo(slug, run);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const close = () => {
    setChosen(new Set());
    onClose();
  };
  const choose = (path: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(path);
    else next.delete(path);
    setChosen(next);
  };
  const { error } = preview;
  const isNothing = error instanceof ApiError && error.code === "NOTHING_TO_UNDO";
  const kind = what?.kind ?? "run";
  return (
    <Dialog
      open={what !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : close())}
      title={
        what?.kind === "turn"
          ? t("dialog.turn", { turn: what.turn })
          : t(kind === "restore" ? "dialog.restore" : "dialog.run")
      }
      description={t("dialog.text")}
      width="medium"
      actions={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button
            look="filled"
            disabled={isBusy || preview.data === undefined || preview.isFetching}
            onClick={() => {
              if (what !== null)
                void undo(what, [...chosen]).then((isDone) => (isDone ? close() : undefined));
            }}
          >
            {t("undo")}
          </Button>
        </>
      }
    >
      {isNothing ? (
        <p>{t("dialog.nothing")}</p>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <SkeletonLines count={4} />
      ) : (
        <UndoPlan
          plan={preview.data.plan}
          isRestore={kind === "restore"}
          chosen={chosen}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}
