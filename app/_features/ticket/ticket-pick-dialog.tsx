"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useState } from "react";
import { ticketRefSchema } from "#server/contracts/ticket.ts";
import { Dialog } from "#app/_components/dialog.tsx";
import { componentWords } from "#app/_components/words.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { familyWords } from "./family-words.ts";

export interface TicketPickDialogProps {
  slug: string;
  title: string;
  /** Not offered: the ticket itself and what is chosen already. */
  without: readonly number[];
  /** Answers why the choice was refused, null when it was done. */
  onPick: (ticket: number) => Promise<string | null>;
  onClose: () => void;
}

/** One ticket, found by its number or words of its title; a refusal stands here, and one can choose again. */
export function TicketPickDialog({ slug, title, without, onPick, onClose }: TicketPickDialogProps) {
  const t = useT(familyWords);
  const words = useT(componentWords);
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const found = useQuery({
    queryKey: queryKeys.foundTickets(slug, text),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/tickets/find`, listOf(ticketRefSchema), {
        query: { text },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const tickets = (found.data ?? []).filter((ticket) => !without.includes(ticket.id));
  const pick = async (ticket: number) => {
    const reason = await onPick(ticket);
    if (reason === null) onClose();
    else setRefused(reason);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <Command label={t("pick.label")} shouldFilter={false} loop>
        <Command.Input
          autoFocus
          value={text}
          onValueChange={(next) => {
            setText(next);
            setRefused(null);
          }}
          placeholder={t("pick.hint")}
          className="mb-1 h-8 w-full rounded border border-line-strong bg-surface px-2"
        />
        {refused === null ? null : (
          <p role="alert" className="mb-1 rounded bg-red-tint px-2 py-1 text-red">
            {refused}
          </p>
        )}
        <Command.List className="scroll-thin max-h-72 overflow-y-auto">
          {found.isPending ? null : (
            <Command.Empty className="px-2 py-3 text-muted">{words("noMatch")}</Command.Empty>
          )}
          {tickets.map((ticket) => (
            <Command.Item
              key={ticket.id}
              value={String(ticket.id)}
              onSelect={() => void pick(ticket.id)}
              className="flex min-h-8 items-center gap-2 rounded px-2 data-[selected=true]:bg-hover"
            >
              <span className="text-muted">#{ticket.id}</span>
              <span className="min-w-0 flex-1 truncate">{ticket.title}</span>
              <span className="text-sm text-muted">{ticket.status}</span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
