"use client";
import { useEffect, useRef, useState } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { ticketPath } from "./use-ticket.ts";

const autosaveMs = 800;
/** While somebody writes, the ticket is held from starting; the hold lasts two minutes. */
const renewMs = 60_000;

export type DraftState = "none" | "saving" | "saved" | "failed";

export interface DescriptionDraft {
  /** null = not editing. */
  text: string | null;
  /** Revision the text started from, and the description as it was then; null = not known. */
  baseRevision: number;
  baseText: string | null;
  state: DraftState;
  edit: (text: string, baseRevision: number, baseText: string | null) => void;
  change: (make: (text: string) => string) => void;
  /** Ends editing and throws the draft away, after saving or on the person's wish. */
  finish: () => Promise<void>;
}

/** Text being written: kept as a draft on the server as one types, never on the ticket itself (ux 5). */
export function useDescriptionDraft(slug: string, ticket: Ticket): DescriptionDraft {
  const [text, setText] = useState<string | null>(null);
  const [baseRevision, setBase] = useState(ticket.revision);
  const [baseText, setBaseText] = useState<string | null>(null);
  const [state, setState] = useState<DraftState>("none");
  const stored = useRef<string | null>(null);
  const path = `${ticketPath(slug, ticket.id)}/draft`;

  useEffect(() => {
    if (text === null) return undefined;
    let isCurrent = true;
    const put = async () => {
      setState("saving");
      try {
        await api.put(path, { description: text, baseRevision }, anythingSchema);
        stored.current = text;
        if (isCurrent) setState("saved");
      } catch {
        if (isCurrent) setState("failed");
      }
    };
    const first = stored.current === text ? undefined : setTimeout(() => void put(), autosaveMs);
    const renew = setInterval(() => void put(), renewMs);
    return () => {
      isCurrent = false;
      clearTimeout(first);
      clearInterval(renew);
    };
  }, [text, baseRevision, path]);

  return {
    text,
    baseRevision,
    baseText,
    state,
    edit(next, base, described) {
      setBase(base);
      setBaseText(described);
      setText(next);
    },
    change: (make) => setText((now) => (now === null ? null : make(now))),
    async finish() {
      setText(null);
      setState("none");
      stored.current = null;
      // A draft that stays behind is offered again, nothing worse.
      await api.delete(path, anythingSchema).catch(() => undefined);
    },
  };
}
