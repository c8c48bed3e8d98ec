"use client";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { runWords } from "./words.ts";

export interface MessageDialogProps {
  title: string;
  description: string;
  /** Names the field. */
  label: string;
  /** On the button. */
  action: string;
  maxLength?: number;
  /** It may be sent without words. */
  isOptional?: boolean;
  /** Words that the caller keeps and clears; absent: the dialog does. */
  draft?: { text: string; setText: (text: string) => void };
  /** What goes along with the words. */
  children?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Answers whether it got through. */
  onSend: (text: string) => Promise<boolean>;
}

/** A person's words to an agent. They stay until they got through. */
export function MessageDialog(props: MessageDialogProps) {
  const { title, description, label, action, isOptional = false, isOpen, onOpenChange } = props;
  const t = useT(runWords);
  const [ownText, setOwnText] = useState("");
  const { text, setText } = props.draft ?? { text: ownText, setText: setOwnText };
  const [isSending, setSending] = useState(false);
  const message = text.trim();
  const cannotSend = isSending || (message === "" && !isOptional);
  const send = async () => {
    if (cannotSend) return;
    setSending(true);
    const isSent = await props.onSend(message);
    setSending(false);
    if (!isSent) return;
    setOwnText("");
    onOpenChange(false);
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      width={props.children === undefined ? "small" : "medium"}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button look="filled" disabled={cannotSend} onClick={() => void send()}>
            {action}
          </Button>
        </>
      }
    >
      <TextArea
        autoFocus
        rows={4}
        {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
          if (isSend && !event.nativeEvent.isComposing) void send();
        }}
      />
      {props.children}
    </Dialog>
  );
}
