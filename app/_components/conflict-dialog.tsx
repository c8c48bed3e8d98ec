"use client";
import { useState } from "react";
import type { StampConflict } from "#server/contracts/skill.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Button } from "./button.tsx";
import { conflictWords } from "./conflict-words.ts";
import { Dialog } from "./dialog.tsx";
import { MergeEditor } from "./merge-editor.tsx";

export interface ConflictDialogProps {
  conflict: StampConflict;
  language: "markdown" | "json";
  /** Saves a text on top of the file on disk. */
  onSave: (text: string, stamp: string) => void;
  /** Gives up one's own text for the one on disk. */
  onTakeTheirs: (text: string, stamp: string) => void;
  onCancel: () => void;
}

/** A file that changed while it was edited: mine, theirs, or both put together. */
export function ConflictDialog({
  conflict,
  language,
  onSave,
  onTakeTheirs,
  onCancel,
}: ConflictDialogProps) {
  const t = useT(conflictWords);
  const [merged, setMerged] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      width="large"
      title={t("title")}
      description={t("text")}
      actions={
        <>
          <Button onClick={onCancel}>{t("cancel")}</Button>
          <Button onClick={() => onTakeTheirs(conflict.theirs, conflict.stamp)}>
            {t("takeTheirs")}
          </Button>
          <Button look="filled" onClick={() => onSave(merged ?? conflict.mine, conflict.stamp)}>
            {t(merged === null ? "keepMine" : "saveMerged")}
          </Button>
        </>
      }
    >
      <MergeEditor
        theirs={conflict.theirs}
        mine={conflict.mine}
        language={language}
        theirsLabel={t("theirs")}
        mineLabel={t("mine")}
        onChange={setMerged}
      />
    </Dialog>
  );
}
