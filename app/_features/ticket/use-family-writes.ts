"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { familyWords } from "./family-words.ts";
import { refusalText } from "./refusal-text.ts";
import { ticketPath } from "./use-ticket.ts";
import { ticketWords } from "./words.ts";

/** Parents, sub-tickets and blockers. Each write answers why it was refused, null when it was done. */
export function useFamilyWrites(slug: string, number: number) {
  const client = useQueryClient();
  const t = useT(familyWords);
  const words = useT(ticketWords);
  return useMemo(() => {
    const attempt = async (work: () => Promise<unknown>): Promise<string | null> => {
      try {
        await work();
        return null;
      } catch (error) {
        return refusalText(error, t);
      } finally {
        await client.invalidateQueries({ queryKey: queryKeys.project(slug) });
      }
    };
    const write = {
      addSubTicket: (title: string) =>
        attempt(() =>
          api.post(`${projectPath(slug)}/tickets`, { title, parentId: number }, anythingSchema),
        ),
      setParent: (child: number, parent: number) =>
        attempt(() =>
          api.put(`${ticketPath(slug, child)}/parent`, { parentId: parent }, anythingSchema),
        ),
      detach: (child: number) =>
        attempt(() => api.delete(`${ticketPath(slug, child)}/parent`, anythingSchema)),
      /** Puts a sub-ticket before or after another one of the same column. */
      reorder: (child: number, status: string, place: { before: number } | { after: number }) =>
        attempt(() =>
          api.patch(`${ticketPath(slug, child)}/reorder`, { status, ...place }, anythingSchema),
        ),
      addBlocker: (ticket: number) =>
        attempt(() => api.post(`${ticketPath(slug, number)}/blockers`, { ticket }, anythingSchema)),
      removeBlocker: (ticket: number) =>
        attempt(() =>
          api.delete(`${ticketPath(slug, number)}/blockers`, anythingSchema, { body: { ticket } }),
        ),
    };
    /** Where no field stands that could show the reason. */
    const tell = async (done: Promise<string | null>): Promise<void> => {
      const refused = await done;
      if (refused !== null)
        notify({ kind: "error", text: words("failed.action"), detail: refused });
    };
    return { ...write, tell };
  }, [client, number, slug, t, words]);
}

export type FamilyWrites = ReturnType<typeof useFamilyWrites>;
