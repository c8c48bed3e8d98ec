"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Flag, Play, Square, Tag, Trash2, User, X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { priorities } from "#server/contracts/words.ts";
import { Button } from "#app/_components/button.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuChoice, MenuItem } from "#app/_components/menu.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import type { BulkMenu } from "./board-store.ts";
import { bulkWords } from "./bulk-words.ts";
import { focusCard } from "./focus-card.ts";
import { shownCards } from "./shown-board.ts";
import { useBulk } from "./use-bulk.ts";
import { usePicks } from "./use-picks.ts";
import { boardWords } from "./words.ts";

const touch = "pointer-coarse:h-11";

/** What can be done to all chosen tickets at once; there while some are chosen. */
export function BulkBar({ question }: { question: string }) {
  const { slug, store } = useBoardContext();
  const picked = useBoardUi((state) => state.picked);
  const column = useBoardUi((state) => state.column);
  const client = useQueryClient();
  const { data: board } = useBoard(slug);
  const t = useT(bulkWords);
  const words = useT(boardWords);
  const common = useT(componentWords);
  const { isReader } = useRights();
  const bulk = useBulk();
  const picks = usePicks();
  // Nothing is done to a ticket that a new search hides.
  const asked = useRef(question);
  useEffect(() => {
    if (asked.current !== question) picks.clear();
    asked.current = question;
  }, [picks, question]);
  if (picked.size === 0 || !board || isReader) return null;
  const chosen = shownCards(client, slug, store).filter(({ id }) => picked.has(id));
  const hasLabel = (label: number) =>
    chosen.length > 0 && chosen.every(({ labels }) => labels.some(({ id }) => id === label));
  const all = store.rows ? null : (column ?? chosen[0]?.status ?? null);
  const clear = () => {
    picks.clear();
    if (store.state.selected !== null) focusCard(store.state.selected);
  };
  return (
    <div
      role="toolbar"
      aria-label={t("bar")}
      className="appear absolute inset-x-1.5 bottom-2 z-20 mx-auto flex w-fit max-w-[calc(100%-12px)] flex-wrap items-center gap-1 rounded-lg border border-line-strong bg-raised p-1 shadow-lift"
    >
      <span className="px-2 font-semibold">{t("chosen", { count: picked.size })}</span>
      <BulkMenuButton kind="move" icon={<ArrowRight size={14} aria-hidden />}>
        {board.columns.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => bulk.move(name)}>
            {name}
          </MenuItem>
        ))}
      </BulkMenuButton>
      <BulkMenuButton kind="assign" icon={<User size={14} aria-hidden />}>
        <MenuItem onSelect={() => void bulk.carryOut({ do: "edit", assignedTo: "" })}>
          {words("nobody")}
        </MenuItem>
        {board.members.map(({ slug: member, name, type }) => (
          <MenuItem
            key={member}
            hint={type}
            onSelect={() => void bulk.carryOut({ do: "edit", assignedTo: member })}
          >
            {name}
          </MenuItem>
        ))}
      </BulkMenuButton>
      <BulkMenuButton kind="label" icon={<Tag size={14} aria-hidden />}>
        {board.labels.length === 0 ? <MenuItem disabled>{t("noLabels")}</MenuItem> : null}
        {board.labels.map(({ id, name }) => (
          <MenuChoice
            key={id}
            checked={hasLabel(id)}
            onSelect={() =>
              void bulk.carryOut({
                do: "edit",
                ...(hasLabel(id) ? { removeLabels: [id] } : { addLabels: [id] }),
              })
            }
          >
            {name}
          </MenuChoice>
        ))}
      </BulkMenuButton>
      <BulkMenuButton kind="priority" icon={<Flag size={14} aria-hidden />}>
        {priorities.toReversed().map((priority) => (
          <MenuItem key={priority} onSelect={() => void bulk.carryOut({ do: "edit", priority })}>
            {common(`priority.${priority}`)}
          </MenuItem>
        ))}
      </BulkMenuButton>
      <Button look="ghost" className={touch} onClick={() => bulk.run()}>
        <Play size={14} aria-hidden />
        {t("run")}
      </Button>
      <Button look="ghost" className={touch} onClick={() => void bulk.carryOut({ do: "stop" })}>
        <Square size={12} fill="currentColor" aria-hidden />
        {t("stop")}
      </Button>
      <Button
        look="ghost"
        className={`text-red ${touch}`}
        onClick={() => store.set({ asking: { kind: "delete" } })}
      >
        <Trash2 size={14} aria-hidden />
        {t("remove")}
      </Button>
      {store.rows ? (
        <Button look="ghost" className={touch} onClick={() => void picks.rows()}>
          {t("allRows")}
        </Button>
      ) : all === null ? null : (
        <Button look="ghost" className={touch} onClick={() => void picks.column(all)}>
          {t("allKey", { column: all })}
        </Button>
      )}
      <IconButton
        label={t("clear")}
        shortcut="Esc"
        className="pointer-coarse:size-11"
        icon={<X size={15} aria-hidden />}
        onClick={clear}
      />
    </div>
  );
}

function BulkMenuButton({
  kind,
  icon,
  children,
}: {
  kind: BulkMenu;
  icon: ReactNode;
  children: ReactNode;
}) {
  const { store } = useBoardContext();
  const t = useT(bulkWords);
  const isOpen = useBoardUi((state) => state.bulkMenu === kind);
  return (
    <Menu
      label={t(kind)}
      open={isOpen}
      onOpenChange={(open) => store.set({ bulkMenu: open ? kind : null })}
      trigger={
        <Button look="ghost" className={touch}>
          {icon}
          {t(kind)} ▾
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
