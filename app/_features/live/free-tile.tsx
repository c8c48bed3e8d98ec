"use client";
import { Circle, CircleDashed } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import type { NextStart } from "./next-starts.ts";
import { liveWords } from "./words.ts";

/** A place without a run: free, with what would come next when that is known, or used by a project that is not shown. */
export function FreeTile({
  place,
  isElsewhere,
  next,
}: {
  place: number;
  isElsewhere: boolean;
  next: NextStart | null;
}) {
  const t = useT(liveWords);
  const Icon = isElsewhere ? CircleDashed : Circle;
  return (
    <article
      tabIndex={-1}
      data-tile={place}
      aria-label={t(isElsewhere ? "elsewhereLabel" : "freeLabel", { place })}
      className="flex h-full min-h-0 flex-col gap-1 rounded-lg border border-dashed px-2.5 py-1.5 text-muted focus-visible:outline-2 focus-visible:outline-(--accent)"
    >
      <p className="flex items-center gap-2">
        <span aria-hidden className="text-sm">
          {place}
        </span>
        <Icon size={11} aria-hidden />
        {t(isElsewhere ? "elsewhere" : "free")}
      </p>
      {next === null ? null : <NextLine next={next} />}
    </article>
  );
}

function NextLine({ next }: { next: NextStart }) {
  const t = useT(liveWords);
  const format = useFormat();
  const now = useNow(5_000);
  const { ticket, after, group, until, at, project } = next;
  const text = () => {
    if (until === "answer")
      return after === null
        ? t("next.answerTicketless", { ticket, group })
        : t("next.answer", { ticket, after });
    if (after === null) return t("next.free", { ticket, group });
    if (at === null || now === 0) return t("next.leaves", { ticket, after, group });
    const leftMs = Date.parse(at) - now;
    return leftMs <= 0
      ? t("next.leavesSoon", { ticket, after, group })
      : t("next.leavesAbout", { ticket, after, group, time: format.age(leftMs) });
  };
  return (
    <p data-next={ticket} title={project}>
      {text()}
    </p>
  );
}
