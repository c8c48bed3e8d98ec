"use client";
import {
  ArrowDown,
  ArrowRight,
  ArrowUp,
  CheckSquare,
  Flag,
  Link2,
  ListChecks,
  LockOpen,
  PanelRight,
  Play,
  Square,
  Trash2,
  Undo2,
  User,
} from "lucide-react";
import type { Card } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";
import { MenuChoice, MenuItem, MenuSeparator, MenuSub } from "#app/_components/menu.tsx";
import { notify } from "#app/_components/toast.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { isAtWork } from "#app/_lib/is-at-work.ts";
import { useBoard } from "#app/_lib/queries.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext } from "./board-context.tsx";
import { bulkWords } from "./bulk-words.ts";
import { MoveItems } from "./move-items.tsx";
import { showTicket, ticketPath } from "./ticket-path.ts";
import { useCardWrites } from "./use-card-writes.ts";
import { usePicks } from "./use-picks.ts";
import { useReorder } from "./use-reorder.ts";
import { boardWords } from "./words.ts";

export function CardMenuItems({ card }: { card: Card }) {
  const { slug } = useBoardContext();
  const t = useT(boardWords);
  const { isReader } = useRights();
  const copyLink = () => {
    void navigator.clipboard
      .writeText(window.location.origin + ticketPath(slug, card.id))
      .then(() => notify({ text: t("copied"), durationMs: 3_000 }));
  };
  return (
    <>
      <MenuItem
        icon={<PanelRight size={14} />}
        shortcut="⏎"
        onSelect={() => showTicket(slug, card.id)}
      >
        {t("open")}
      </MenuItem>
      <MenuItem icon={<Link2 size={14} />} onSelect={copyLink}>
        {t("openTab")}
      </MenuItem>
      {isReader ? null : <WritingItems card={card} />}
    </>
  );
}

function WritingItems({ card }: { card: Card }) {
  const { slug, store } = useBoardContext();
  const { data: board } = useBoard(slug);
  const t = useT(boardWords);
  const common = useT(componentWords);
  const bulk = useT(bulkWords);
  const picks = usePicks();
  const writes = useCardWrites();
  // Rows stand in an order of their own.
  const isColumns = store.rows === null;
  const members = board?.members ?? [];
  const { state } = card;
  const isActive = isAtWork(card) && state !== null && state.runId !== null;
  const agents = members.filter((member) => member.kind === "agent");
  const runBy = card.assigneeKind === "agent" && card.assignedTo ? card.assignedTo : null;
  return (
    <>
      {isActive ? (
        <MenuItem
          icon={<Square size={12} fill="currentColor" />}
          onSelect={() => void writes.stop(card)}
        >
          {t("stop")}
        </MenuItem>
      ) : runBy ? (
        <MenuItem icon={<Play size={14} />} onSelect={() => void writes.run(card)}>
          {t("runWith", { agent: runBy })}
        </MenuItem>
      ) : agents.length > 0 ? (
        <MenuSub icon={<Play size={14} />} label={t("run")}>
          {agents.map((agent) => (
            <MenuItem
              key={agent.slug}
              hint={agent.type}
              onSelect={() => void writes.run(card, agent.slug)}
            >
              {agent.name}
            </MenuItem>
          ))}
        </MenuSub>
      ) : null}
      {state?.isQueued ? (
        <MenuItem icon={<Undo2 size={14} />} onSelect={() => void writes.withdraw(card)}>
          {t("withdraw")}
        </MenuItem>
      ) : null}
      {state?.takenOver ? (
        <MenuItem icon={<Undo2 size={14} />} onSelect={() => void writes.giveBack(card)}>
          {t("giveBack")}
        </MenuItem>
      ) : null}
      {state?.holds ? (
        <MenuItem icon={<LockOpen size={14} />} onSelect={() => void writes.release(card)}>
          {t("release", { group: state.holds.group })}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuSub icon={<ArrowRight size={14} />} label={t("moveTo")}>
        <MoveItems card={card} />
      </MenuSub>
      {isColumns ? <OrderItems card={card} /> : null}
      <MenuSeparator />
      <MenuSub icon={<User size={14} />} label={t("assignTo")}>
        <MenuChoice
          checked={card.assignedTo === null}
          onSelect={() =>
            void writes.patch(
              card,
              { assignedTo: "" },
              { assignedTo: null, assigneeKind: null, assigneeType: null },
            )
          }
        >
          {t("nobody")}
        </MenuChoice>
        {members.map((member) => (
          <MenuChoice
            key={member.slug}
            checked={card.assignedTo === member.slug}
            onSelect={() =>
              void writes.patch(
                card,
                { assignedTo: member.slug },
                { assignedTo: member.slug, assigneeKind: member.kind, assigneeType: member.type },
              )
            }
          >
            {member.name}
          </MenuChoice>
        ))}
      </MenuSub>
      <MenuSub icon={<Flag size={14} />} label={t("priority")}>
        {priorities.toReversed().map((priority) => (
          <MenuChoice
            key={priority}
            checked={card.priority === priority}
            onSelect={() => void writes.patch(card, { priority }, { priority })}
          >
            {common(`priority.${priority}`)}
          </MenuChoice>
        ))}
      </MenuSub>
      <MenuSeparator />
      <MenuItem
        icon={<CheckSquare size={14} />}
        shortcut="x"
        onSelect={() => picks.toggle(card.id)}
      >
        {bulk(store.state.picked.has(card.id) ? "deselect" : "select")}
      </MenuItem>
      <MenuItem
        icon={<ListChecks size={14} />}
        onSelect={() => void (isColumns ? picks.column(card.status) : picks.rows())}
      >
        {isColumns ? bulk("all", { column: card.status }) : bulk("allRows")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => store.set({ deleting: card })}>
        {t("remove")}
      </MenuItem>
    </>
  );
}

/** Its place in its column. */
function OrderItems({ card }: { card: Card }) {
  const t = useT(boardWords);
  const reorder = useReorder();
  return (
    <>
      <MenuItem icon={<ArrowUp size={14} />} shortcut="[" onSelect={() => reorder(card.id, -1)}>
        {t("up")}
      </MenuItem>
      <MenuItem icon={<ArrowDown size={14} />} shortcut="]" onSelect={() => reorder(card.id, 1)}>
        {t("down")}
      </MenuItem>
      <MenuItem icon={<ArrowUp size={14} />} onSelect={() => reorder(card.id, "top")}>
        {t("toTop")}
      </MenuItem>
    </>
  );
}
