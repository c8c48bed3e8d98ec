"use client";
import { useState, type KeyboardEvent } from "react";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { placeKey, type LinePlace } from "#app/_lib/review-draft.ts";
import { useReviewDraft } from "#app/_lib/use-review-draft.ts";
import { LineCommentBox } from "../line-comments/line-comment-box.tsx";
import { lineCommentWords } from "../line-comments/words.ts";
import type { DiffLine } from "../text/line-diff.ts";
import { FoldedDiff, type DiffSlots } from "../tool-renderers/diff-view.tsx";

export interface CommentedDiffProps {
  slug: string;
  run: string;
  /** Whose review the comments belong to. */
  number: number;
  path: string;
  lines: readonly (DiffLine | null)[];
  label: string;
  above: DiffSlots["above"];
}

/** A button names this much of its line. */
const namedLength = 80;

/**
 * A difference whose lines can be commented on: the number of a line is its button. Tab reaches one of
 * them, the arrow keys the others.
 */
export function CommentedDiff({
  slug,
  run,
  number,
  path,
  lines,
  label,
  above,
}: CommentedDiffProps) {
  const t = useT(lineCommentWords);
  const { draft, comment, uncomment } = useReviewDraft(slug, number);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(() => lines.findIndex((line) => line !== null));
  const said = new Map(draft.comments.map((one) => [placeKey(one), one.text]));
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const slots: DiffSlots = {
    above,
    gutter: (line, index) => {
      const place = placeOf(run, path, line);
      const key = placeKey(place);
      const text = said.get(key) ?? "";
      const name = { line: place.line, text: line.text.trim().slice(0, namedLength) };
      return (
        <button
          type="button"
          data-line-button={index}
          tabIndex={index === current ? 0 : -1}
          aria-label={text.trim() === "" ? t(`on.${line.type}`, name) : t("editOn", name)}
          aria-expanded={open.has(key)}
          onFocus={() => setCurrent(index)}
          onKeyDown={stepOnArrow}
          onClick={() => toggle(key, true)}
          className={cn(
            "sticky left-0 min-h-6 w-12 self-stretch shrink-0 cursor-pointer border-r bg-sunken pr-1.5 text-right text-muted hover:bg-accent hover:text-on-accent focus-visible:bg-accent focus-visible:text-on-accent",
            text !== "" && "bg-accent-tint font-semibold text-ink",
          )}
        >
          {place.line}
        </button>
      );
    },
    below: (line, index) => {
      const place = placeOf(run, path, line);
      const key = placeKey(place);
      const text = said.get(key) ?? "";
      if (!open.has(key) && text === "") return null;
      const focusLine = (from: Element | null) =>
        from
          ?.closest("[role='region']")
          ?.querySelector<HTMLElement>(`[data-line-button="${index}"]`)
          ?.focus();
      return (
        <div className="sticky left-0 w-[100cqw] max-w-180 p-2" data-line-comment={place.line}>
          <LineCommentBox
            place={place}
            text={text}
            isOpen={open.has(key)}
            onOpen={() => toggle(key, true)}
            onText={(next) => comment(place, next)}
            onDelete={() => uncomment(place)}
            onDone={(from) => {
              if (text.trim() === "") uncomment(place);
              focusLine(from);
              toggle(key, false);
            }}
          />
        </div>
      );
    },
  };
  return (
    <>
      <p className="pb-1 text-sm text-muted">{t("hint")}</p>
      <FoldedDiff lines={lines} label={label} slots={slots} />
    </>
  );
}

function placeOf(run: string, path: string, { type, text, ...line }: DiffLine): LinePlace {
  const number = type === "removed" ? line.oldNumber : line.newNumber;
  return { run, path, type, line: number ?? 0, quote: text };
}

/** Up and down go to the button of the line above and below. */
function stepOnArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const region = event.currentTarget.closest("[role='region']");
  if (step === undefined || region === null) return;
  const buttons = [...region.querySelectorAll<HTMLElement>("[data-line-button]")];
  const next = buttons[buttons.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
