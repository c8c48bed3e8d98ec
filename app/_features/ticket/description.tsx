"use client";
import { useState } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { setTask } from "#app/_components/task-boxes.ts";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { notify } from "#app/_components/toast.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DescriptionConflict } from "./description-conflict.tsx";
import { hasConflict } from "./has-conflict.ts";
import {
  useDescriptionDraft,
  type DescriptionDraft,
  type DraftState,
} from "./use-description-draft.ts";
import { reasonOf, type useTicketWrites } from "./use-ticket-writes.ts";
import { descriptionWords } from "./description-words.ts";
import { WritingArea } from "./writing-area.tsx";

export interface DescriptionProps {
  slug: string;
  ticket: Ticket;
  writes: ReturnType<typeof useTicketWrites>;
}

/** The description: read as Markdown, edited in place. Typing keeps a draft; only Save changes the ticket. */
export function Description({ slug, ticket, writes }: DescriptionProps) {
  const t = useT(descriptionWords);
  const draft = useDescriptionDraft(slug, ticket);
  const left = ticket.draft?.description ?? null;
  const base = ticket.draft?.baseRevision ?? ticket.revision;
  /** Checked against the revision that is shown: what somebody else wrote meanwhile is never lost. */
  const tick = (place: number, isDone: boolean) => {
    const description = setTask(ticket.description, place, isDone);
    if (description === null) return;
    const { revision } = ticket;
    writes.save({ description, revision }).catch(async (error: unknown) => {
      notify({ kind: "error", text: t("failed.save"), detail: reasonOf(error) });
      await writes.reread();
    });
  };
  if (draft.text !== null) return <Editor slug={slug} writes={writes} draft={draft} />;
  return (
    <section aria-label={t("description")} className="group relative">
      {left === null || left === ticket.description || ticket.draft === null ? null : (
        <p className="mb-2 flex flex-wrap items-center gap-2 rounded bg-amber-tint px-2 py-1">
          <span className="min-w-0 flex-1">
            {t("draft.found", { when: "" })} <TimeAgo at={ticket.draft.updatedAt} />
          </span>
          <Button
            size="small"
            onClick={() =>
              draft.edit(left, base, base === ticket.revision ? ticket.description : null)
            }
          >
            {t("draft.restore")}
          </Button>
          <Button
            size="small"
            look="ghost"
            onClick={() => void draft.finish().then(() => writes.reread())}
          >
            {t("draft.discard")}
          </Button>
        </p>
      )}
      {ticket.description.trim() === "" ? (
        <Button
          look="ghost"
          size="small"
          onClick={() => draft.edit("", ticket.revision, ticket.description)}
        >
          {t("description.add")}
        </Button>
      ) : (
        <>
          <Markdown text={ticket.description} slug={slug} onTask={tick} />
          <Button
            size="small"
            className="mt-1"
            onClick={() => draft.edit(ticket.description, ticket.revision, ticket.description)}
          >
            {t("edit")}
          </Button>
        </>
      )}
    </section>
  );
}

const states: Record<DraftState, "draft.saved" | "draft.saving" | "draft.failed" | null> = {
  none: null,
  saving: "draft.saving",
  saved: "draft.saved",
  failed: "draft.failed",
};

type EditorProps = Omit<DescriptionProps, "ticket"> & { draft: DescriptionDraft };

function Editor({ slug, writes, draft }: EditorProps) {
  const t = useT(descriptionWords);
  const [isPreview, setPreview] = useState(false);
  const [conflict, setConflict] = useState<Ticket | null>(null);
  const [isSaving, setSaving] = useState(false);
  const text = draft.text ?? "";
  const save = async (revision: number) => {
    setSaving(true);
    try {
      await writes.save({ description: text, revision });
      await draft.finish();
      notify({ kind: "success", text: t("saved"), durationMs: 2_000 });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await showConflict(revision);
      else notify({ kind: "error", text: t("failed.save"), detail: reasonOf(error) });
    } finally {
      setSaving(false);
    }
  };
  /** A change elsewhere on the ticket is no conflict: then it is saved on top of it. */
  const showConflict = async (revision: number) => {
    const now = await writes.reread();
    if (now.revision !== revision && !hasConflict(draft.baseText, text, now.description))
      await save(now.revision);
    else setConflict(now);
  };
  const note = states[draft.state];
  return (
    <section aria-label={t("description")} className="flex flex-col gap-1.5">
      {conflict === null ? null : (
        <DescriptionConflict
          mine={text}
          theirs={conflict.description}
          onKeepMine={() => {
            setConflict(null);
            void save(conflict.revision);
          }}
          onTakeTheirs={() => {
            setConflict(null);
            void draft.finish();
          }}
        />
      )}
      {isPreview ? (
        <Markdown text={text} slug={slug} className="min-h-32 rounded border p-2" />
      ) : (
        <WritingArea
          slug={slug}
          autoFocus
          aria-label={t("description")}
          rows={10}
          className="max-h-[60vh] min-h-32 [field-sizing:content] font-mono text-sm"
          value={text}
          onText={draft.change}
          onKeyDown={(event) => {
            if (
              event.key === "Enter" &&
              (event.ctrlKey || event.metaKey) &&
              !event.nativeEvent.isComposing
            ) {
              event.preventDefault();
              void save(draft.baseRevision);
            }
            // Escape closes the panel elsewhere; here it would lose the place of the cursor.
            if (event.key === "Escape") event.preventDefault();
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          look="filled"
          size="small"
          disabled={isSaving}
          onClick={() => void save(draft.baseRevision)}
        >
          {t("save")}
        </Button>
        <Button size="small" onClick={() => setPreview(!isPreview)}>
          {t(isPreview ? "description.write" : "description.preview")}
        </Button>
        <Button look="ghost" size="small" onClick={() => void draft.finish()}>
          {t("cancel")}
        </Button>
        <span role="status" className="text-sm text-muted">
          {note === null ? "" : t(note)}
        </span>
      </div>
    </section>
  );
}
