"use client";
import type { TouchedBy } from "#server/contracts/undo.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { undoWords } from "./words.ts";

/** "also #41, you": who else touched a file of a run (ux 4). */
export function AlsoText({ also }: { also: readonly TouchedBy[] }) {
  const t = useT(undoWords);
  if (also.length === 0) return null;
  const names = also.map((by) =>
    by.kind === "person" ? t("also.you") : by.ticket === null ? (by.agent ?? "") : `#${by.ticket}`,
  );
  return (
    <span className="text-sm whitespace-nowrap text-amber" data-also>
      {t("also.label", { who: [...new Set(names)].join(", ") })}
    </span>
  );
}
