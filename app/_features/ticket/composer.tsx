"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { RunSummary } from "#server/contracts/run.ts";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { Kbd } from "#app/_components/kbd.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { keepDraft, readDraft } from "./composer-draft.ts";
import { composerTargets, pickTarget, type Target } from "./composer-target.ts";
import { useComposerLine } from "./use-composer-line.ts";
import { useTellWriting } from "./use-tell-writing.ts";
import { ticketPath } from "./use-ticket.ts";
import { reasonOf } from "./use-ticket-writes.ts";
import { composerWords } from "./composer-words.ts";
import { WritingArea } from "./writing-area.tsx";

export interface ComposerProps {
  slug: string;
  number: number;
  /** The run messages go to. */
  run: RunSummary | null;
  /** Who works in the agent's session; a message waits until it is given back. */
  takenOverBy: string | null;
  /** Whether something is being written, for others who have the ticket open. */
  onWriting: (isWriting: boolean) => void;
}

/** The one place to write on a ticket. What was typed is never lost: not on failure, not on leaving. */
export function Composer({ slug, number, run, takenOverBy, onWriting }: ComposerProps) {
  const t = useT(composerWords);
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [wish, setWish] = useState<Target | null>(null);
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState<{ text: string; isError: boolean } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isPreview, setPreview] = useState(false);
  const targets = composerTargets(run);
  const target = pickTarget(targets, wish);
  const agent = run?.agent ?? "";
  const line = useComposerLine(slug, target, run, takenOverBy, text);
  const tellWriting = useTellWriting(onWriting);
  useEffect(() => setText(readDraft(localStorage, slug, number)), [slug, number]);

  const change = (make: (text: string) => string) => {
    setSaid(null);
    setText((now) => {
      const next = make(now);
      keepDraft(localStorage, slug, number, next);
      tellWriting(next);
      return next;
    });
  };
  const send = async () => {
    const message = text.trim();
    if (message === "" || isSending) return;
    setSending(true);
    try {
      if (target === "comment" || run === null) {
        await api.post(
          `${ticketPath(slug, number)}/comments`,
          { content: message },
          anythingSchema,
        );
        setSaid({ text: t("sent.comment"), isError: false });
      } else {
        const mode = target === "now" ? "now" : "queue";
        await api.post(
          `${projectPath(slug)}/runs/${encodeURIComponent(run.id)}/steer`,
          { text: message, mode },
          anythingSchema,
        );
        setSaid({ text: t("sent.queued", { agent }), isError: false });
      }
      // Only what was sent is cleared: more may have been typed meanwhile.
      setText((now) => {
        const rest = now.trim() === message ? "" : now;
        keepDraft(localStorage, slug, number, rest);
        tellWriting(rest);
        return rest;
      });
    } catch (error) {
      setSaid({ text: t("sent.failed", { reason: reasonOf(error) }), isError: true });
    } finally {
      setSending(false);
      setPreview(false);
      form.current?.querySelector("textarea")?.focus();
      void client.invalidateQueries({ queryKey: queryKeys.ticket(slug, number) });
      void client.invalidateQueries({ queryKey: queryKeys.ticketRuns(slug, number) });
    }
  };
  const placeholder =
    target === "comment" ? t("composer.placeholderComment") : t("composer.placeholder", { agent });
  return (
    <form
      ref={form}
      data-composer
      className="@container shrink-0 border-t bg-surface px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isPreview ? (
        <Markdown
          text={text}
          slug={slug}
          className="scroll-thin max-h-48 min-h-11 overflow-y-auto rounded border p-2"
        />
      ) : (
        <WritingArea
          slug={slug}
          rows={2}
          aria-label={t("composer.label")}
          placeholder={placeholder}
          className="min-h-11 resize-none [field-sizing:content] max-h-48"
          value={text}
          onText={change}
          onKeyDown={(event) => {
            // While an input method composes, Enter belongs to it.
            if (
              event.key !== "Enter" ||
              !(event.ctrlKey || event.metaKey) ||
              event.nativeEvent.isComposing
            )
              return;
            event.preventDefault();
            void send();
          }}
        />
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <TargetChoice targets={targets} target={target} agent={agent} onPick={setWish} />
        <span
          className={cn(
            "min-w-0 flex-1 text-sm @max-xl:basis-40",
            said?.isError === true ? "text-red" : "text-muted",
          )}
          role={said === null ? undefined : "status"}
        >
          {said?.text ?? line}
        </span>
        <span className="flex shrink-0 items-center gap-x-3">
          <Button
            size="small"
            look="ghost"
            aria-pressed={isPreview}
            disabled={text.trim() === ""}
            onClick={() => setPreview(!isPreview)}
          >
            {t(isPreview ? "write.write" : "write.preview")}
          </Button>
          <Kbd keys="Ctrl ⏎" className="@max-xl:hidden" />
          <Button
            type="submit"
            size="small"
            look="filled"
            disabled={isSending || text.trim() === ""}
          >
            {t(isSending ? "composer.sending" : "composer.send")}
          </Button>
        </span>
      </div>
    </form>
  );
}

function TargetChoice({
  targets,
  target,
  agent,
  onPick,
}: {
  targets: readonly Target[];
  target: Target;
  agent: string;
  onPick: (target: Target) => void;
}) {
  const t = useT(composerWords);
  const names: Record<Target, string> = {
    now: t("composer.now"),
    after: t("composer.after"),
    resume: t("composer.resume", { agent }),
    comment: t("composer.comment"),
  };
  return (
    <div role="radiogroup" aria-label={t("composer.target")} className="flex rounded border">
      {targets.map((value) => (
        <label
          key={value}
          className="flex h-6 cursor-pointer items-center px-2 text-sm text-muted first:rounded-l last:rounded-r has-checked:bg-accent-tint has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-(--accent)"
        >
          <input
            type="radio"
            name="composer-target"
            className="sr-only"
            checked={value === target}
            onChange={() => onPick(value)}
          />
          {names[value]}
        </label>
      ))}
    </div>
  );
}
