"use client";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { descriptionWords } from "./description-words.ts";

export interface DescriptionConflictProps {
  mine: string;
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Both texts side by side; the field below keeps one's own for putting them together. */
export function DescriptionConflict({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
}: DescriptionConflictProps) {
  const t = useT(descriptionWords);
  const side =
    "scroll-thin max-h-48 overflow-auto rounded border bg-surface p-2 font-mono text-sm whitespace-pre-wrap";
  return (
    <div role="alert" className="flex flex-col gap-2 rounded border border-amber bg-amber-tint p-2">
      <p className="font-medium">{t("conflict.title")}</p>
      <p>{t("conflict.text")}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        <div>
          <p className="text-sm text-muted">{t("conflict.mine")}</p>
          <pre tabIndex={0} className={side}>
            {mine}
          </pre>
        </div>
        <div>
          <p className="text-sm text-muted">{t("conflict.theirs")}</p>
          <pre tabIndex={0} className={side}>
            {theirs}
          </pre>
        </div>
      </div>
      <div className="flex gap-1.5">
        <Button size="small" look="filled" onClick={onKeepMine}>
          {t("conflict.keepMine")}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {t("conflict.takeTheirs")}
        </Button>
      </div>
    </div>
  );
}
