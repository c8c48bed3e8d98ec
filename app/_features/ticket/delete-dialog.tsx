"use client";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { notify } from "#app/_components/toast.tsx";
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
  const restore = async () => {
    if (await writes.restore())
      notify({ text: t("delete.undone", { number: `#${number}` }), id: `delete-${number}` });
  };
  const remove = async () => {
    onOpenChange(false);
    if (!(await writes.remove())) return;
    notify({
      text: t("delete.done", { number: `#${number}` }),
      id: `delete-${number}`,
      action: { label: t("undo"), onClick: () => void restore() },
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
