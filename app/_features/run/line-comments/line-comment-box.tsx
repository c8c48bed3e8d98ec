"use client";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DeleteComment } from "./delete-comment.tsx";
import { LineCommentEditor, type LineCommentEditorProps } from "./line-comment-editor.tsx";
import { lineCommentWords } from "./words.ts";

/** What was said about a line, under it: to be read, or in a field while it is written. */
export function LineCommentBox({
  isOpen,
  onOpen,
  ...editor
}: Required<LineCommentEditorProps> & { isOpen: boolean; onOpen: () => void }) {
  const t = useT(lineCommentWords);
  if (isOpen) return <LineCommentEditor {...editor} />;
  const { place, text, onText, onDelete } = editor;
  return (
    <div className="flex items-start gap-2 rounded border bg-raised p-2 font-sans text-base text-ink">
      <p className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">{text}</p>
      <Button
        size="small"
        look="ghost"
        aria-label={t("editOn", { line: place.line, text })}
        onClick={onOpen}
      >
        {t("edit")}
      </Button>
      <DeleteComment
        at={`${place.path}:${place.line}`}
        text={text}
        onText={onText}
        onDelete={onDelete}
      />
    </div>
  );
}
