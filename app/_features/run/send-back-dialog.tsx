"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useReviewDraft } from "#app/_lib/use-review-draft.ts";
import { LineCommentList } from "./line-comments/line-comment-list.tsx";
import { sendBackText } from "./line-comments/send-back-text.ts";
import { lineCommentWords } from "./line-comments/words.ts";
import { MessageDialog } from "./message-dialog.tsx";
import type { MessageDialogProps } from "./message-dialog.tsx";
import { runWords } from "./words.ts";

export interface SendBackDialogProps extends Pick<MessageDialogProps, "isOpen" | "onOpenChange"> {
  slug: string;
  number: number;
  /** Answers whether it got through. */
  onSend: (text: string) => Promise<boolean>;
}

/** Back to the column that starts its agent: words and comments on lines as one message, or nothing at all. */
export function SendBackDialog({
  slug,
  number,
  isOpen,
  onOpenChange,
  onSend,
}: SendBackDialogProps) {
  const t = useT(runWords);
  const lines = useT(lineCommentWords);
  const { draft, count, setText, clearSent } = useReviewDraft(slug, number);
  const send = async (): Promise<boolean> => {
    const isSent = await onSend(sendBackText(draft));
    if (isSent) clearSent(draft);
    return isSent;
  };
  return (
    <MessageDialog
      isOptional
      title={t("sendBack.title")}
      description={t("sendBack.text")}
      label={t("sendBack.label")}
      action={count === 0 ? t("sendBack") : lines("sendBackWith", { count })}
      draft={{ text: draft.text, setText }}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onSend={send}
    >
      {draft.comments.length === 0 ? undefined : (
        <>
          <h3 className="mt-3 mb-1 font-medium">{lines("count", { count })}</h3>
          <LineCommentList slug={slug} number={number} />
        </>
      )}
    </MessageDialog>
  );
}
