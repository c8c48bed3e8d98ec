"use client";
import { Button } from "#app/_components/button.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { lineCommentWords } from "./words.ts";

/** Takes a comment away, and offers to bring its words back. */
export function DeleteComment({
  at,
  text,
  onText,
  onDelete,
}: {
  /** File and line. */
  at: string;
  text: string;
  onText: (text: string) => void;
  onDelete: () => void;
}) {
  const t = useT(lineCommentWords);
  const remove = () => {
    onDelete();
    if (text.trim() === "") return;
    notify({
      text: t("deleted", { place: at }),
      action: { label: t("undo"), onClick: () => onText(text) },
    });
  };
  return (
    <Button size="small" look="ghost" aria-label={t("deleteOn", { place: at })} onClick={remove}>
      {t("delete")}
    </Button>
  );
}
