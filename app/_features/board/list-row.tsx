"use client";
import { memo, type MouseEvent, type ReactNode } from "react";
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
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { listCells } from "./list-head.tsx";
import { rowsWords } from "./rows-words.ts";
import { showTicket, ticketPath } from "./ticket-path.ts";

export const listRowPx = 34;
const shownLabels = 2;

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
export const ListRow = memo(function ListRow({ card, index, isTabStop, onFocus }: Props) {
  const t = useT(rowsWords);
  const isSelected = useBoardUi((state) => card !== undefined && state.selected === card.id);
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      data-ticket={card?.id}
      className={cn("group relative", isSelected ? "bg-accent-tint" : "hover:bg-hover")}
      style={{ height: listRowPx }}
    >
      {card ? (
        <ListCells card={card} index={index} isTabStop={isTabStop} onFocus={onFocus} />
      ) : (
        <td colSpan={8} className="border-b px-2 text-sm text-muted">
          {t("loading")}
        </td>
      )}
    </tr>
  );
});

function ListCells({ card, index, isTabStop, onFocus }: Props & { card: Card }) {
  const { slug } = useBoardContext();
  const t = useT(rowsWords);
  const common = useT(componentWords);
  const say = useSentence();
  const reason = card.state?.reason ? say(card.state.reason) : null;
  const hidden = card.labels.length - shownLabels;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    showTicket(slug, card.id);
  };
  return (
    <>
      <Cell of="number" className="text-muted tabular-nums">
        {card.id}
      </Cell>
      <Cell of="title">
        <a
          href={ticketPath(slug, card.id)}
          data-card-link
          tabIndex={isTabStop ? 0 : -1}
          onClick={open}
          onFocus={() => onFocus(index)}
          className={cn(
            "block truncate outline-none after:absolute after:inset-0 focus-visible:after:rounded focus-visible:after:ring-2 focus-visible:after:ring-(--accent) focus-visible:after:ring-inset",
            card.unread && "font-bold",
          )}
        >
          {card.title}
          {card.unread ? <span className="sr-only">, {t("unread")}</span> : null}
        </a>
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
    </>
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
