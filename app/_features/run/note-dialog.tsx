"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { controlWords } from "./control-words.ts";
import { runWords } from "./words.ts";

export interface NoteDialogProps {
  agent: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Answers whether it got through. */
  onSend: (note: string) => Promise<boolean>;
}

const longest = 1_000;

/** Another try with a person's words. They stay until they got through. */
export function NoteDialog({ agent, isOpen, onOpenChange, onSend }: NoteDialogProps) {
  const t = useT(controlWords);
  const words = useT(runWords);
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const note = text.trim();
  const send = async () => {
    if (note === "" || isSending) return;
    setSending(true);
    const isSent = await onSend(note);
    setSending(false);
    if (!isSent) return;
    setText("");
    onOpenChange(false);
  };
  const label = t("note.label", { agent });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t("note.title")}
      description={t("note.hint", { agent })}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button look="filled" disabled={isSending || note === ""} onClick={() => void send()}>
            {words("tryAgain")}
          </Button>
        </>
      }
    >
      <TextArea
        autoFocus
        rows={4}
        maxLength={longest}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
          if (isSend && !event.nativeEvent.isComposing) void send();
        }}
      />
    </Dialog>
  );
}
