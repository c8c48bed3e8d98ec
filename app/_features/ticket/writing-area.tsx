"use client";
import { Bot, User } from "lucide-react";
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import type { Member } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { TextArea } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { composerWords } from "./composer-words.ts";
import { openMention, putMention } from "./mention-parse.ts";
import { useImageUpload, type ChangeText } from "./use-image-upload.ts";

const shownMembers = 6;

type FieldProps = Omit<
  ComponentProps<typeof TextArea>,
  "value" | "onChange" | "onPaste" | "onDrop" | "onDragOver"
>;

export interface WritingAreaProps extends FieldProps {
  slug: string;
  value: string;
  onText: ChangeText;
}

/** A field for Markdown: `@` offers people and agents and says what naming them does; pictures are pasted or dropped. */
export function WritingArea({ slug, value, onText, onKeyDown, ...field }: WritingAreaProps) {
  const t = useT(composerWords);
  const members = useBoard(slug).data?.members ?? [];
  const images = useImageUpload(onText);
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [isHidden, setHidden] = useState(true);
  const open = isHidden ? null : openMention(value, caret);
  const found = open === null ? [] : matching(members, open.query).slice(0, shownMembers);
  const chosen = found[Math.min(active, found.length - 1)];
  const pick = (member: Member) => {
    if (open === null) return;
    const next = putMention(value, caret, open, member.slug);
    onText(() => next.text);
    setHidden(true);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const steer = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (chosen === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + found.length) % found.length);
    else if (event.key === "Enter" || event.key === "Tab") pick(chosen);
    else if (event.key === "Escape") setHidden(true);
    else return false;
    event.preventDefault();
    return true;
  };
  return (
    <div className="relative">
      <TextArea
        {...field}
        ref={area}
        value={value}
        {...images}
        {...(chosen === undefined
          ? {}
          : { "aria-activedescendant": `${listId}-${chosen.slug}`, "aria-controls": listId })}
        aria-autocomplete="list"
        onChange={(event) => {
          const { value: text, selectionStart } = event.target;
          setCaret(selectionStart);
          setActive(0);
          setHidden(false);
          onText(() => text);
        }}
        onBlur={() => setHidden(true)}
        onKeyDown={(event) => {
          if (!steer(event)) onKeyDown?.(event);
        }}
      />
      {chosen === undefined ? null : (
        <ul
          id={listId}
          role="listbox"
          aria-label={t("mention.list")}
          className="absolute bottom-full left-0 z-20 mb-1 w-80 max-w-full rounded-lg border bg-raised p-1 shadow-lift"
        >
          {found.map((member) => (
            <li
              key={member.slug}
              id={`${listId}-${member.slug}`}
              role="option"
              aria-selected={member === chosen}
              // The field keeps the focus: a press must not blur it first.
              onPointerDown={(event) => {
                event.preventDefault();
                pick(member);
              }}
              className={cn(
                "flex min-h-7 cursor-pointer items-center gap-2 rounded px-2 py-1",
                member === chosen && "bg-hover",
              )}
            >
              {member.kind === "agent" ? (
                <Bot size={14} aria-hidden />
              ) : (
                <User size={14} aria-hidden />
              )}
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  {member.name} <span className="text-muted">@{member.slug}</span>
                </span>
                <span className="block text-sm text-muted">{t(`mention.${member.kind}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function matching(members: readonly Member[], query: string): Member[] {
  const wanted = query.toLowerCase();
  return members.filter(
    ({ slug, name }) =>
      slug.toLowerCase().startsWith(wanted) || name.toLowerCase().startsWith(wanted),
  );
}
