"use client";
import { ListChecks, Plus } from "lucide-react";
import Link from "next/link";
import { useMemo, useRef } from "react";
import type { BoardColumn } from "#server/contracts/ticket.ts";
import { cn } from "#app/_components/class-names.ts";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Tooltip } from "#app/_components/tooltip.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import { dropText } from "./drop-text.ts";
import { sharedWaits } from "./shared-waits.ts";
import { useColumnTarget } from "./use-column-target.ts";
import { useDropConsequence } from "./use-drop-consequence.ts";
import { boardWords } from "./words.ts";

export function ColumnHead({ column, shown }: { column: BoardColumn; shown: number | null }) {
  const { store } = useBoardContext();
  const t = useT(boardWords);
  const format = useFormat();
  const element = useRef<HTMLElement>(null);
  const isOver = useColumnTarget(element, column.name, true);
  const dragging = useBoardUi((state) => state.dragging);
  const isFull = column.wipLimit !== null && column.count >= column.wipLimit;
  const count =
    shown === null ? format.number(column.count) : t("filtered", { shown, count: column.count });
  return (
    <header ref={element} className={cn("shrink-0 px-2.5 pt-1.5 pb-1", isOver && "bg-accent-tint")}>
      <div className="flex min-h-6 items-center gap-2">
        <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden>
          <rect width="8" height="8" rx="2" fill={column.color} />
        </svg>
        <h2 className="min-w-0 truncate font-semibold">{column.name}</h2>
        <span
          className={cn("shrink-0 text-muted", isFull && "font-medium text-amber")}
          title={
            column.wipLimit === null
              ? undefined
              : t("limitSays", { count: column.count, limit: column.wipLimit })
          }
        >
          {column.wipLimit === null || shown !== null ? count : `${count}/${column.wipLimit}`}
        </span>
        {dragging ? (
          <Consequence
            column={column.name}
            isHere={dragging.status === column.name}
            ticket={dragging.id}
          />
        ) : (
          <span className="flex-1" />
        )}
        {column.role === "review" && column.count > 0 && !dragging ? (
          <ReviewLink name={column.name} />
        ) : null}
        <ColumnMenu column={column} className={cn(dragging && "hidden")} />
        <ForWriters>
          <IconButton
            size="small"
            className={cn(dragging && "hidden")}
            label={t("newTicket", { column: column.name })}
            shortcut="c"
            icon={<Plus size={15} aria-hidden />}
            onClick={() => store.set({ creating: column.name, column: column.name })}
          />
        </ForWriters>
      </div>
      <SharedWaits column={column} />
    </header>
  );
}

/** The column one ticket at a time. */
function ReviewLink({ name }: { name: string }) {
  const { slug } = useBoardContext();
  const t = useT(boardWords);
  return (
    <Tooltip text={t("reviewColumn", { column: name })} shortcut="r">
      <Link
        href={`/p/${encodeURIComponent(slug)}/review`}
        aria-label={t("reviewColumn", { column: name })}
        aria-keyshortcuts="r"
        className="flex size-6 items-center justify-center rounded hover:bg-hover"
      >
        <ListChecks size={15} aria-hidden />
      </Link>
    </Tooltip>
  );
}

/** While dragging: what a drop here would do to this ticket (ux 28). It takes no room of its own, so nothing moves under the drag. */
function Consequence({
  column,
  isHere,
  ticket,
}: {
  column: string;
  isHere: boolean;
  ticket: number;
}) {
  const { slug } = useBoardContext();
  const t = useT(boardWords);
  const say = useSentence();
  const format = useFormat();
  const { data } = useDropConsequence(slug, isHere ? null : ticket, column);
  const drop = data?.drop;
  return (
    <p
      data-consequence={drop?.effect ?? ""}
      className={cn(
        "line-clamp-2 min-w-0 flex-1 text-right text-xs leading-[12px] text-muted",
        drop?.effect === "starts" && "font-medium text-blue",
      )}
    >
      {isHere ? t("drop.here") : drop ? dropText(drop, t, say, format) : null}
    </p>
  );
}

function SharedWaits({ column }: { column: BoardColumn }) {
  const t = useT(boardWords);
  const say = useSentence();
  const shared = useMemo(() => sharedWaits(column.cards), [column.cards]);
  return shared.map(({ sentence, count }) => (
    <p key={sentence.text} className="text-sm text-muted">
      {t("sharedWait", { count, reason: say(sentence) })}
    </p>
  ));
}
