"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { runWords } from "./words.ts";

export interface SendBackDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Answers whether the message got through. */
  onSend: (text: string) => Promise<boolean>;
}

/** A reviewed ticket goes back with what should change. The text stays until it got through. */
export function SendBackDialog({ isOpen, onOpenChange, onSend }: SendBackDialogProps) {
  const t = useT(runWords);
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const isSent = await onSend(text.trim());
    setSending(false);
    if (!isSent) return;
    setText("");
    onOpenChange(false);
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t("sendBack.title")}
      description={t("sendBack.text")}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button look="filled" disabled={isSending} onClick={() => void send()}>
            {t("sendBack")}
          </Button>
        </>
      }
    >
      <TextArea
        autoFocus
        rows={4}
        aria-label={t("sendBack.label")}
        placeholder={t("sendBack.label")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
          if (isSend && !event.nativeEvent.isComposing && !isSending) void send();
        }}
      />
    </Dialog>
  );
}
