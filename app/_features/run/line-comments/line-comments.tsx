"use client";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { useVerdicts } from "#app/_components/use-verdicts.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useReviewDraft } from "#app/_lib/use-review-draft.ts";
import { SendBackDialog } from "../send-back-dialog.tsx";
import { useRunTicket } from "../use-run.ts";
import { LineCommentList } from "./line-comment-list.tsx";
import { lineCommentWords } from "./words.ts";

/** The comments on lines that wait to be sent, counted beside the files; nothing while there are none. */
export function LineComments({
  slug,
  number,
  isJudgedElsewhere,
}: {
  slug: string;
  number: number;
  isJudgedElsewhere: boolean;
}) {
  const t = useT(lineCommentWords);
  const { draft, count } = useReviewDraft(slug, number);
  const column = useRunTicket(slug, number).data?.status ?? null;
  const [isSending, setSending] = useState(false);
  const verdicts = useVerdicts(slug);
  if (draft.comments.length === 0 && !isSending) return null;
  return (
    <div className="flex flex-wrap items-start gap-2 rounded border bg-accent-tint px-2 py-1">
      <details className="min-w-0 flex-1">
        <summary className="min-h-6 font-medium">{t("count", { count })}</summary>
        <div className="py-2">
          <LineCommentList slug={slug} number={number} />
        </div>
      </details>
      {isJudgedElsewhere || column === null ? null : (
        <>
          <Button size="small" onClick={() => setSending(true)}>
            <Undo2 size={13} aria-hidden />
            {t("sendBack")}
          </Button>
          <SendBackDialog
            slug={slug}
            number={number}
            isOpen={isSending}
            onOpenChange={setSending}
            onSend={(text) => verdicts.sendBack({ number, column }, text)}
          />
        </>
      )}
    </div>
  );
}
