"use client";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { RunChanges } from "#server/contracts/run.ts";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { UndoDialog } from "../undo/undo-dialog.tsx";
import type { UndoWhat } from "../undo/use-undo.ts";
import { undoWords } from "../undo/words.ts";

/** Back to the end of one of the run's turns, to its beginning, or out of the last undo. */
export function UndoMenu({
  slug,
  run,
  changes,
}: {
  slug: string;
  run: string;
  changes: Pick<RunChanges, "turns" | "undo">;
}) {
  const t = useT(undoWords);
  const [what, setWhat] = useState<UndoWhat | null>(null);
  const { turns, undo } = changes;
  const isUndone = undo?.state === "done" && !undo.isRestore;
  return (
    <>
      <Menu
        align="end"
        label={t("undoTo")}
        trigger={
          <Button size="small">
            {t("undoTo")}
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setWhat({ kind: "run" })}>{t("undoToStart")}</MenuItem>
        {turns.slice(0, -1).map(({ turn, at }) => (
          <MenuItem
            key={turn}
            hint={<TimeAgo at={at} />}
            onSelect={() => setWhat({ kind: "turn", turn })}
          >
            {t("undoToTurn", { turn })}
          </MenuItem>
        ))}
        {isUndone ? (
          <MenuItem onSelect={() => setWhat({ kind: "restore" })}>{t("undoUndo")}</MenuItem>
        ) : null}
      </Menu>
      <UndoDialog slug={slug} run={run} what={what} onClose={() => setWhat(null)} />
    </>
  );
}
