"use client";
import type { Card } from "#server/contracts/ticket.ts";
import { findCard } from "#app/_lib/board-cache.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { useBoardContext } from "./board-context.tsx";
import { boardWords } from "./words.ts";

/** The outline of a card that was taken away under the pointer, as high as the card was: where it went (ux 30). */
export function GoneCard({ card, heightPx }: { card: Card; heightPx: number }) {
  const { slug } = useBoardContext();
  const { data: board } = useBoard(slug);
  const t = useT(boardWords);
  const now = board ? findCard(board, card.id) : null;
  return (
    <div
      className="flex items-center gap-2 overflow-hidden rounded border border-dashed px-2.5 text-sm text-muted"
      style={{ height: heightPx }}
    >
      <span className="min-w-0 truncate">{`${card.id} ${card.title}`}</span>
      <span className="shrink-0 font-medium">
        {now ? t("wentTo", { column: now.status }) : t("wentAway")}
      </span>
    </div>
  );
}
