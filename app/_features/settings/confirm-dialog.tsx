"use client";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { settingsWords } from "./words.ts";

/** Asks before something goes. */
export function ConfirmDialog({
  title,
  text,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useT(settingsWords);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            look="danger"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {t("delete")}
          </Button>
        </>
      }
    />
  );
}
