"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { MessageDialogProps } from "./message-dialog.tsx";
import { runWords } from "./words.ts";

/** Back to the column that starts its agent, with words or without. */
export function SendBackDialog(
  props: Pick<MessageDialogProps, "isOpen" | "onOpenChange" | "onSend">,
) {
  const t = useT(runWords);
  return (
    <MessageDialog
      isOptional
      title={t("sendBack.title")}
      description={t("sendBack.text")}
      label={t("sendBack.label")}
      action={t("sendBack")}
      {...props}
    />
  );
}
