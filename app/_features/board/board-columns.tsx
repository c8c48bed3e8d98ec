"use client";
import { memo, useRef, useState } from "react";
import type { Board } from "#server/contracts/ticket.ts";
import { useBoardContext, useBoardUi } from "./board-context.tsx";
import { Column } from "./column.tsx";
import { ColumnRail } from "./column-rail.tsx";
import { ColumnSwitch } from "./column-switch.tsx";
import { RailOverlay } from "./rail-overlay.tsx";
import { hasNotBegun, railedColumns, singleBelowPx } from "./rails.ts";
import { useFollowFocus } from "./use-follow-focus.ts";
import { useSwipe } from "./use-swipe.ts";
import { useWidth } from "./use-width.ts";

interface Props {
  board: Board;
  /** The search and order of which the shown cards are a part; empty without one. */
  question: string;
}

/** Rails and columns side by side; on a phone one column at a time. */
export const BoardColumns = memo(function BoardColumns({ board, question }: Props) {
  const { store } = useBoardContext();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const openRail = useBoardUi((state) => state.openRail);
  const chosen = useBoardUi((state) => state.column);
  // Decided once, so that the first drop moves a card and not the board.
  const [keepFirst] = useState(() => hasNotBegun(board.columns));
  const rails = railedColumns(board.columns, width, keepFirst);
  const isSingle = width > 0 && width < singleBelowPx;
  const opened = board.columns.find((column) => column.name === openRail && rails.has(column.id));
  useFollowFocus();
  const middle = board.columns.length / 2;
  const single = isSingle
    ? (board.columns.find((column) => column.name === chosen) ??
      board.columns.find((column) => !rails.has(column.id)) ??
      board.columns[0])
    : undefined;
  const swipe = useSwipe((step) => {
    const index = board.columns.findIndex((column) => column.name === single?.name);
    const next = board.columns[index + step];
    if (index >= 0 && next) store.set({ column: next.name });
  });
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
      {single ? (
        <div className="flex min-h-0 flex-1 flex-col gap-1.5 p-1.5">
          <ColumnSwitch columns={board.columns} shown={single.name} />
          <div
            role="presentation"
            className="flex min-h-0 flex-1 touch-pan-y flex-col [&_*]:touch-pan-y"
            {...swipe}
          >
            <Column key={single.id} column={single} question={question} className="flex-1" />
          </div>
        </div>
      ) : (
        <div className="scroll-thin flex min-h-0 flex-1 gap-1.5 overflow-x-auto p-1.5">
          {width === 0
            ? null
            : board.columns.map((column) =>
                rails.has(column.id) ? (
                  <ColumnRail key={column.id} column={column} />
                ) : (
                  <Column
                    key={column.id}
                    column={column}
                    question={question}
                    className="min-w-66 flex-1"
                  />
                ),
              )}
        </div>
      )}
      {opened && !isSingle ? (
        <RailOverlay
          key={opened.id}
          column={opened}
          question={question}
          isLeft={board.columns.indexOf(opened) < middle}
        />
      ) : null}
    </div>
  );
});
