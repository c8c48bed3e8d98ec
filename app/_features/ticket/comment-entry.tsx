"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Comment } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useMe } from "#app/_lib/queries.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { composerWords } from "./composer-words.ts";
import { linkedComment } from "./linked-comment.ts";
import { storyWords } from "./story-words.ts";
import { ticketPath } from "./use-ticket.ts";
import { reasonOf } from "./use-ticket-writes.ts";
import { WritingArea } from "./writing-area.tsx";

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
  const write = useT(composerWords);
  const me = useMe().data;
  const { isReader } = useRights();
  const isOwn = comment.author === me?.slug && !isReader;
  const [isPreview, setPreview] = useState(false);
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
  const isLinked = linkedComment() === comment.id;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLinked) box.current?.scrollIntoView({ block: "center" });
  }, [isLinked]);
  const anchor = `comment-${comment.id}`;
  const copyLink = async () => {
    const link = `${location.origin}/p/${encodeURIComponent(slug)}/t/${number}#${anchor}`;
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    notify(
      isCopied
        ? { text: t("comment.copied"), durationMs: 3_000 }
        : { text: t("comment.linkIs"), detail: link },
    );
  };
  return (
    <article
      ref={box}
      id={anchor}
      data-linked={isLinked || undefined}
      className="scroll-mt-2 rounded border bg-surface px-2 py-1.5 data-linked:border-accent data-linked:bg-accent-tint"
    >
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
          <MenuItem onSelect={() => void copyLink()}>{t("comment.link")}</MenuItem>
          {isOwn ? (
            <MenuItem onSelect={() => setText(comment.content)}>{t("comment.edit")}</MenuItem>
          ) : null}
          {isOwn || me?.role === "owner" ? (
            <MenuItem danger onSelect={() => setDeleting(true)}>
              {t("comment.delete")}
            </MenuItem>
          ) : null}
        </Menu>
      </div>
      {text === null ? (
        <Markdown text={comment.content} slug={slug} />
      ) : (
        <div className="flex flex-col gap-1.5">
          {isPreview ? (
            <Markdown text={text} slug={slug} className="min-h-16 rounded border p-2" />
          ) : (
            <WritingArea
              slug={slug}
              autoFocus
              aria-label={t("comment.edit")}
              rows={3}
              value={text}
              onText={(make) => setText((now) => (now === null ? null : make(now)))}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === "Escape") event.preventDefault();
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
              }}
            />
          )}
          <div className="flex gap-1.5">
            <Button
              look="filled"
              size="small"
              disabled={text.trim() === ""}
              onClick={() => void save()}
            >
              {t("comment.save")}
            </Button>
            <Button size="small" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
              {write(isPreview ? "write.write" : "write.preview")}
            </Button>
            <Button size="small" look="ghost" onClick={() => setText(null)}>
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
