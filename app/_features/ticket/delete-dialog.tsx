"use client";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { notify } from "#app/_components/toast.tsx";
import { idOf, useUndo } from "#app/_components/use-undo.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { useTicketWrites } from "./use-ticket-writes.ts";
import { ticketWords } from "./words.ts";

export interface DeleteDialogProps {
  number: number;
  writes: ReturnType<typeof useTicketWrites>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDeleted: () => void;
}

/** Deleting asks, and can be undone. */
export function DeleteDialog({
  number,
  writes,
  isOpen,
  onOpenChange,
  onDeleted,
}: DeleteDialogProps) {
  const t = useT(ticketWords);
  const { undo } = useUndo();
  const remove = async () => {
    onOpenChange(false);
    const undoable = await writes.remove();
    if (undoable === null) return;
    notify({
      text: t("delete.done", { number: `#${number}` }),
      id: idOf(undoable),
      action: { label: t("undo"), onClick: () => undo(undoable) },
    });
    onDeleted();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t("delete.title", { number: `#${number}` })}
      description={t("delete.text")}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button look="danger" onClick={() => void remove()}>
            {t("delete.confirm")}
          </Button>
        </>
      }
    />
  );
}
