"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Board, Ticket } from "#server/contracts/ticket.ts";
import { StateWord } from "#app/_components/state-word.tsx";
import { findCard } from "#app/_lib/board-cache.ts";

export type FamilyTicket = Ticket["subTickets"][number];

/** As it is now: the board's card is newer than what came with the ticket. */
export function asOnBoard(ticket: FamilyTicket, board: Board | undefined): FamilyTicket {
  const card = board ? findCard(board, ticket.id) : null;
  if (card === null) return ticket;
  return { ...ticket, title: card.title, status: card.status, word: card.state?.word ?? null };
}

export function isInDone(ticket: FamilyTicket, board: Board | undefined): boolean {
  return (board?.columns ?? []).some(
    (column) => column.name === ticket.status && column.role === "done",
  );
}

/** Another ticket in one line: number, title, its word or its column; what can be done with it behind. */
export function FamilyLine({
  slug,
  ticket,
  children,
}: {
  slug: string;
  ticket: FamilyTicket;
  children?: ReactNode;
}) {
  return (
    <li data-line={ticket.id} className="flex items-center gap-1">
      <Link
        href={`/p/${encodeURIComponent(slug)}/t/${ticket.id}`}
        className="flex min-h-6 min-w-0 flex-1 items-center gap-2 rounded px-1 hover:bg-hover"
      >
        <span className="text-muted">#{ticket.id}</span>
        <span className="min-w-0 flex-1 truncate">{ticket.title}</span>
        {ticket.word == null ? null : <StateWord word={ticket.word} className="text-sm" />}
        <span className="max-w-28 truncate text-sm text-muted">{ticket.status}</span>
      </Link>
      {children}
    </li>
  );
}
