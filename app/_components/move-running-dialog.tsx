"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { componentWords } from "./words.ts";

export interface MoveRunningDialogProps {
  ticket: number;
  column: string;
  onClose: () => void;
  onMove: (stopRun: boolean) => void;
}

/** A card at work is moved by hand: what becomes of its run is asked (rule 20). */
export function MoveRunningDialog({ ticket, column, onClose, onMove }: MoveRunningDialogProps) {
  const t = useT(componentWords);
  const choose = (stopRun: boolean) => {
    onClose();
    onMove(stopRun);
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("moveRunning.title", { number: `#${ticket}`, column })}
      description={t("moveRunning.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="danger" onClick={() => choose(true)}>
            {t("moveRunning.stop")}
          </Button>
          <Button look="filled" autoFocus onClick={() => choose(false)}>
            {t("moveRunning.keep")}
          </Button>
        </>
      }
    />
  );
}
