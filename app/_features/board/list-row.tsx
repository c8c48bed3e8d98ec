"use client";
import { memo, type ReactNode } from "react";
import type { ListKey } from "#server/contracts/board-view.ts";
import type { Card } from "#server/contracts/ticket.ts";
import type { Priority } from "#server/contracts/words.ts";
import { LabelBadge } from "#app/_components/badge.tsx";
import { cn } from "#app/_components/class-names.ts";
import { StateWord } from "#app/_components/state-word.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { boxCell, listCells } from "./list-head.tsx";
import { RowMenu } from "./row-menu.tsx";
import { rowsWords } from "./rows-words.ts";
import { ticketPath } from "./ticket-path.ts";
import { useCardPress } from "./use-card-press.ts";
import { usePicks } from "./use-picks.ts";

export const listRowPx = 34;
const shownLabels = 2;
/** Cells of a row on the narrowest screen; a cell that spans more would make columns of its own. */
export const leastCells = 4;

const priorityInks: Record<Priority, string> = {
  Idea: "text-muted",
  NiceToHave: "text-muted",
  Required: "text-amber",
  Critical: "text-red",
};

interface Props {
  /** Undefined while its page is read. */
  card: Card | undefined;
  index: number;
  isTabStop: boolean;
  onFocus: (index: number) => void;
}

/** One ticket of the list; the link in its title opens it, and so does a click anywhere on it. */
export const ListRow = memo(function ListRow({ card, ...props }: Props) {
  const t = useT(rowsWords);
  if (card) return <TicketRow card={card} {...props} />;
  return (
    <tr aria-rowindex={props.index + 2} data-row={props.index} style={{ height: listRowPx }}>
      <td colSpan={leastCells} className="border-b px-2 text-sm text-muted">
        {t("loading")}
      </td>
    </tr>
  );
});

function TicketRow({ card, index, isTabStop, onFocus }: Props & { card: Card }) {
  const { slug } = useBoardContext();
  const { isReader } = useRights();
  const isSelected = useBoardUi((state) => state.selected === card.id);
  const isChoosing = useBoardUi((state) => state.picked.size > 0);
  const picks = usePicks();
  const { isPicked, press, click } = useCardPress(card);
  const t = useT(rowsWords);
  const common = useT(componentWords);
  const say = useSentence();
  const reason = card.state?.reason ? say(card.state.reason) : null;
  const hidden = card.labels.length - shownLabels;
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      data-ticket={card.id}
      {...press}
      className={cn(
        "group relative pointer-coarse:select-none",
        isSelected || isPicked ? "bg-accent-tint" : "hover:bg-hover",
      )}
      style={{ height: listRowPx }}
    >
      {isReader ? null : (
        <td className={cn("border-b p-0", boxCell(isChoosing))}>
          <label className="relative z-10 flex h-full items-center justify-center">
            <input
              type="checkbox"
              aria-label={t("selectOne", { number: `#${card.id}` })}
              tabIndex={isTabStop ? 0 : -1}
              className="size-3.5 accent-accent"
              checked={isPicked}
              onChange={() => picks.toggle(card.id)}
            />
          </label>
        </td>
      )}
      <Cell of="number" className="text-muted tabular-nums">
        {card.id}
      </Cell>
      <Cell of="title">
        <span className="flex items-center gap-1">
          <a
            href={ticketPath(slug, card.id)}
            data-card-link
            tabIndex={isTabStop ? 0 : -1}
            onClick={click}
            onFocus={() => onFocus(index)}
            className={cn(
              "block min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 focus-visible:after:rounded focus-visible:after:ring-2 focus-visible:after:ring-(--accent) focus-visible:after:ring-inset",
              card.unread && "font-bold",
            )}
          >
            {card.title}
            {card.unread ? <span className="sr-only">, {t("unread")}</span> : null}
          </a>
          {card.deletedAt === undefined ? <RowMenu card={card} /> : null}
        </span>
      </Cell>
      <Cell of="column">{card.status}</Cell>
      <Cell of="priority" className={priorityInks[card.priority]}>
        {common(`priority.${card.priority}`)}
      </Cell>
      <Cell of="assignee">{card.assignedTo ?? <span className="text-muted">–</span>}</Cell>
      <Cell of="labels">
        <span className="flex items-center gap-1">
          {card.labels.slice(0, shownLabels).map((label) => (
            <LabelBadge key={label.id} name={label.name} color={label.color} className="min-w-0" />
          ))}
          {hidden > 0 ? <span className="shrink-0 text-xs text-muted">+{hidden}</span> : null}
        </span>
      </Cell>
      <Cell of="state" title={reason ?? undefined}>
        {card.deletedAt !== undefined ? (
          <span className="font-medium text-red">{t("deleted")}</span>
        ) : card.state ? (
          <>
            <StateWord word={card.state.word} gate={card.state.gate} />
            {reason ? (
              <span className="ml-1.5 text-sm text-muted max-lg:sr-only">{reason}</span>
            ) : null}
          </>
        ) : null}
      </Cell>
      <Cell of="updated" className="text-muted">
        <TimeAgo at={card.updatedAt} />
      </Cell>
    </tr>
  );
}

function Cell({
  of,
  className,
  title,
  children,
}: {
  of: ListKey;
  className?: string;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <td title={title} className={cn("truncate border-b px-2", listCells[of], className)}>
      {children}
    </td>
  );
}
