"use client";
import { Dialog } from "#app/_components/dialog.tsx";
import { Kbd } from "#app/_components/kbd.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useShellDialogs } from "./shell-dialogs.tsx";
import { shellWords } from "./words.ts";

const groups = [
  {
    title: "keys.everywhere",
    keys: [
      ["⌘K", "keys.palette"],
      ["?", "keys.help"],
      ["g h", "keys.home"],
      ["g b", "board"],
      ["g a", "agents"],
      ["g u", "automations"],
      ["g s", "settings"],
      ["g l", "live"],
      ["g r", "runs"],
      ["g c", "costs"],
      ["g o", "openFolder"],
    ],
  },
  {
    title: "keys.board",
    keys: [
      ["← ↑ ↓ →", "keys.arrows"],
      ["⏎", "keys.enter"],
      ["m", "keys.move"],
      ["[ ]", "keys.order"],
      ["c", "keys.create"],
      ["r", "keys.review"],
      ["/", "keys.filter"],
      [".", "keys.menu"],
      ["x", "keys.pick"],
      ["⇧ ↑ ↓", "keys.pickMore"],
      ["⌘A", "keys.pickAll"],
      ["⌘Z", "keys.undo"],
      ["Esc", "keys.escape"],
    ],
  },
  {
    title: "keys.rows",
    keys: [
      ["↑ ↓", "keys.arrows"],
      ["Home End", "keys.rowEnds"],
      ["← →", "keys.branch"],
      ["⏎", "keys.enter"],
      ["m", "keys.move"],
      [".", "keys.menu"],
      ["x", "keys.pick"],
      ["⇧ ↑ ↓", "keys.pickMore"],
      ["⌘A", "keys.pickAll"],
      ["Esc", "keys.escape"],
    ],
  },
  {
    title: "live",
    keys: [
      ["1 – 6", "keys.tile"],
      ["⏎", "keys.tileOpen"],
      ["s", "keys.tileSteer"],
      ["x", "keys.tileStop"],
      [".", "keys.tileMenu"],
    ],
  },
] as const;

export function ShortcutsDialog() {
  const t = useT(shellWords);
  const { dialog, show } = useShellDialogs();
  return (
    <Dialog
      open={dialog === "shortcuts"}
      onOpenChange={(open) => show(open ? "shortcuts" : null)}
      title={t("shortcuts")}
      width="medium"
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 font-medium text-muted">{t(group.title)}</h3>
            <dl>
              {group.keys.map(([keys, text]) => (
                <div key={text} className="flex min-h-7 items-center justify-between gap-3">
                  <dt className="min-w-0 truncate">{t(text)}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
