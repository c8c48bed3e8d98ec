"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Comment } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { TextArea } from "#app/_components/field.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { storyWords } from "./story-words.ts";
import { ticketPath } from "./use-ticket.ts";
import { reasonOf } from "./use-ticket-writes.ts";

export interface CommentEntryProps {
  slug: string;
  number: number;
  comment: Comment;
}

/** A comment, edited in place; deleting asks. */
export function CommentEntry({ slug, number, comment }: CommentEntryProps) {
  const t = useT(storyWords);
  const client = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const path = `${ticketPath(slug, number)}/comments/${comment.id}`;
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    const isDone = await work.then(
      () => true,
      (error: unknown) => {
        notify({ kind: "error", text: t("comment.failed"), detail: reasonOf(error) });
        return false;
      },
    );
    if (isDone) await client.invalidateQueries({ queryKey: queryKeys.ticket(slug, number) });
    return isDone;
  };
  const save = async () => {
    if (await attempt(api.patch(path, { content: text }, anythingSchema))) setText(null);
  };
  return (
    <article className="rounded border bg-surface px-2 py-1.5">
      <div className="flex items-center gap-2 text-sm text-muted">
        <span className="font-medium text-ink">{comment.author}</span>
        <TimeAgo at={comment.createdAt} />
        {comment.editedAt === null ? null : <span>{t("comment.edited")}</span>}
        <span className="flex-1" />
        <Menu
          align="end"
          label={t("comment.more")}
          trigger={
            <IconButton
              size="small"
              label={t("comment.more")}
              icon={<Ellipsis size={13} aria-hidden />}
            />
          }
        >
          <MenuItem onSelect={() => setText(comment.content)}>{t("comment.edit")}</MenuItem>
          <MenuItem danger onSelect={() => setDeleting(true)}>
            {t("comment.delete")}
          </MenuItem>
        </Menu>
      </div>
      {text === null ? (
        <Markdown text={comment.content} slug={slug} />
      ) : (
        <div className="flex flex-col gap-1.5">
          <TextArea
            autoFocus
            aria-label={t("comment.edit")}
            rows={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === "Escape") event.preventDefault();
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
            }}
          />
          <div className="flex gap-1.5">
            <Button
              look="filled"
              size="small"
              disabled={text.trim() === ""}
              onClick={() => void save()}
            >
              {t("comment.save")}
            </Button>
            <Button size="small" onClick={() => setText(null)}>
              {t("comment.cancel")}
            </Button>
          </div>
        </div>
      )}
      <Dialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t("comment.deleteAsk")}
        actions={
          <>
            <Button onClick={() => setDeleting(false)}>{t("comment.cancel")}</Button>
            <Button
              look="danger"
              onClick={() => {
                setDeleting(false);
                void attempt(api.delete(path, anythingSchema));
              }}
            >
              {t("comment.delete")}
            </Button>
          </>
        }
      />
    </article>
  );
}
