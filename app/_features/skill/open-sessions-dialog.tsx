"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { RadioGroup } from "#app/_components/radio-group.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { skillWords } from "./words.ts";

export type OpenSessions = "fresh" | "send" | "keep";

export interface OpenSessionsDialogProps {
  count: number;
  onApply: (choice: OpenSessions) => void;
  onClose: () => void;
}

/** What the tickets get whose sessions began with the text before (ux 13). */
export function OpenSessionsDialog({ count, onApply, onClose }: OpenSessionsDialogProps) {
  const t = useT(skillWords);
  const [choice, setChoice] = useState<OpenSessions>("fresh");
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("sessions.title")}
      description={t("sessions.text", { count })}
      actions={
        <Button look="filled" onClick={() => onApply(choice)}>
          {t("sessions.apply")}
        </Button>
      }
    >
      <RadioGroup
        label={t("sessions.title")}
        value={choice}
        onValueChange={setChoice}
        options={[
          { value: "fresh", label: t("sessions.fresh"), hint: t("sessions.freshHint") },
          { value: "send", label: t("sessions.send"), hint: t("sessions.sendHint") },
          { value: "keep", label: t("sessions.keep"), hint: t("sessions.keepHint") },
        ]}
      />
    </Dialog>
  );
}
