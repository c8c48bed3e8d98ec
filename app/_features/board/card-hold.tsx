"use client";
import type { Card } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { useCardWrites } from "./use-card-writes.ts";
import { boardWords } from "./words.ts";

/** A parked run keeps its group for its uncommitted changes: since when, and the way out (ux 6). */
export function CardHold({ card }: { card: Card }) {
  const t = useT(boardWords);
  const format = useFormat();
  const now = useNow(60_000);
  const writes = useCardWrites();
  const holds = card.state?.holds ?? null;
  if (holds === null) return null;
  const { group, since } = holds;
  const text = t("holdsSince", { group, since: format.clock(since, now) });
  return (
    <span className="ml-1.5 flex min-w-0 flex-1 items-center gap-1.5">
      <span className="min-w-0 flex-1 truncate text-sm text-muted" title={text} data-holds={group}>
        {text}
      </span>
      <ForWriters>
        <Button
          size="small"
          title={t("release", { group })}
          onClick={() => void writes.release(card)}
          data-release
        >
          {t("releaseShort")}
        </Button>
      </ForWriters>
    </span>
  );
}
