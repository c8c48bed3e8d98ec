"use client";
import { useRef } from "react";
import { Button } from "#app/_components/button.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { LinePlace } from "#app/_lib/review-draft.ts";
import { DeleteComment } from "./delete-comment.tsx";
import { lineCommentWords } from "./words.ts";

export interface LineCommentEditorProps {
  place: LinePlace;
  text: string;
  /** Every letter is kept. */
  onText: (text: string) => void;
  onDelete: () => void;
  /** Absent: it stays open. `from` had the focus. */
  onDone?: (from: Element | null) => void;
}

/** The words on one line. There is nothing to save: what stands here goes along with Send back. */
export function LineCommentEditor({
  place,
  text,
  onText,
  onDelete,
  onDone,
}: LineCommentEditorProps) {
  const t = useT(lineCommentWords);
  const field = useRef<HTMLTextAreaElement>(null);
  const at = `${place.path}:${place.line}`;
  return (
    <div className="flex flex-col gap-1 rounded border bg-raised p-2 font-sans text-base whitespace-normal text-ink">
      <TextArea
        ref={field}
        autoFocus={onDone !== undefined}
        rows={2}
        aria-label={t("field", { place: at })}
        placeholder={t("placeholder")}
        className="max-h-48 min-h-11 [field-sizing:content]"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          const isDone =
            event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
          if (!isDone || event.nativeEvent.isComposing || onDone === undefined) return;
          event.preventDefault();
          // The panel around it closes with Escape too.
          event.stopPropagation();
          onDone(field.current);
        }}
      />
      <span className="flex flex-wrap items-center justify-end gap-2">
        <span className="flex-1 text-sm text-muted">{t("kept")}</span>
        <DeleteComment
          at={at}
          text={text}
          onText={onText}
          onDelete={() => {
            onDelete();
            onDone?.(field.current);
          }}
        />
        {onDone === undefined ? null : (
          <Button size="small" onClick={() => onDone(field.current)}>
            {t("done")}
          </Button>
        )}
      </span>
    </div>
  );
}
