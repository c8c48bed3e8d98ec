"use client";
import type { Card } from "#server/contracts/ticket.ts";
import { findCard } from "#app/_lib/board-cache.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { useBoardContext } from "./board-context.tsx";
import { boardWords } from "./words.ts";

/** The outline of a card that was taken away under the pointer: where it went (ux 30). */
export function GoneCard({ card }: { card: Card }) {
  const { slug } = useBoardContext();
  const { data: board } = useBoard(slug);
  const t = useT(boardWords);
  const now = board ? findCard(board, card.id) : null;
  return (
    <div className="flex h-[57px] items-center gap-2 rounded border border-dashed px-2.5 text-sm text-muted">
      <span className="min-w-0 truncate">{`${card.id} ${card.title}`}</span>
      <span className="shrink-0 font-medium">
        {now ? t("wentTo", { column: now.status }) : t("wentAway")}
      </span>
    </div>
  );
}
