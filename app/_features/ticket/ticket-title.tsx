"use client";
import { useEffect, useRef, useState } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Input } from "#app/_components/field.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { reasonOf, type useTicketWrites } from "./use-ticket-writes.ts";
import { ticketWords } from "./words.ts";

/** The title, edited in place: Enter saves, Escape leaves it as it was. It has the focus when the panel opens. */
export function TicketTitle({
  ticket,
  writes,
}: {
  ticket: Ticket;
  writes: ReturnType<typeof useTicketWrites>;
}) {
  const t = useT(ticketWords);
  const { isReader } = useRights();
  const canEdit = ticket.deletedAt === null && !isReader;
  const [text, setText] = useState<string | null>(null);
  const title = useRef<HTMLButtonElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = async () => {
    const next = text?.trim() ?? "";
    if (next === "" || next === ticket.title) {
      setText(null);
      return;
    }
    try {
      await writes.save({ title: next, revision: ticket.revision });
      setText(null);
    } catch (error) {
      notify({ kind: "error", text: t("notSaved"), detail: reasonOf(error) });
    }
  };
  if (text === null)
    return (
      <h2 className="min-w-0 flex-1">
        <button
          ref={title}
          type="button"
          {...(canEdit ? { title: t("editTitle"), onClick: () => setText(ticket.title) } : {})}
          className="line-clamp-2 w-full rounded px-1 text-left text-lg leading-snug font-semibold break-words hover:bg-hover"
        >
          {ticket.title}
        </button>
      </h2>
    );
  return (
    <Input
      autoFocus
      aria-label={t("title")}
      maxLength={500}
      className="h-8 flex-1 text-lg font-semibold"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") void save();
        if (event.key === "Escape") {
          event.preventDefault();
          setText(null);
        }
      }}
    />
  );
}
