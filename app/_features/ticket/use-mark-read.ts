"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readMarkSchema, type Board } from "#server/contracts/ticket.ts";
import { api } from "#app/_lib/api.ts";
import { findCard, putCard } from "#app/_lib/board-cache.ts";
import { boardWrites } from "#app/_lib/board-writes.ts";
import { useBoard, useMe } from "#app/_lib/queries.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { asRead, newsRevision } from "#app/_lib/unread.ts";
import { ticketPath } from "./use-ticket.ts";

/**
 * A ticket whose panel is open and in sight is read: its title stops being bold, now and whenever
 * something happens to it while one looks (ux 16). A mark that fails is made by the next news or opening.
 */
export function useMarkRead(slug: string, number: number): void {
  const client = useQueryClient();
  const me = useMe().data?.slug ?? null;
  const board = useBoard(slug).data;
  const card = board ? findCard(board, number) : null;
  const isKnown = board !== undefined && me !== null;
  // A card beyond the loaded windows is marked once; any other as often as it has news.
  const unseen = !isKnown ? false : card === null || (card.unread && newsRevision(card, me));
  useEffect(() => {
    if (unseen === false || me === null) return undefined;
    const mark = async () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", onShown);
      // A reread under way meanwhile would show the card as it was before.
      const end = boardWrites.begin();
      const path = `${ticketPath(slug, number)}/read`;
      const answer = await api.put(path, undefined, readMarkSchema).catch(() => null);
      if (answer !== null) {
        client.setQueryData<Board>(queryKeys.board(slug), (old) => {
          const now = old ? findCard(old, number) : null;
          return old && now?.unread ? putCard(old, asRead(now, answer.revision, me)) : old;
        });
        // Who called this person here has been heard.
        void client.invalidateQueries({ queryKey: queryKeys.inbox });
      }
      end();
    };
    const onShown = () => void mark();
    document.addEventListener("visibilitychange", onShown);
    onShown();
    return () => document.removeEventListener("visibilitychange", onShown);
  }, [client, slug, number, unseen, me]);
}
