"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { listKeys, type ListKey, type ListSort } from "#server/contracts/board-view.ts";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardUi } from "./board-context.tsx";
import { rowsWords } from "./rows-words.ts";
import { usePicks } from "./use-picks.ts";

/** Widths; what a narrow screen has no room for is left out of it. */
export const listCells: Record<ListKey, string> = {
  number: "w-11 sm:w-14",
  title: "",
  column: "w-23 sm:w-32 wide:w-44",
  priority: "w-26 max-md:hidden",
  assignee: "w-32 max-sm:hidden wide:w-44",
  labels: "w-28 max-lg:hidden 2xl:w-44 wide:w-64",
  state: "w-21 sm:w-36 lg:w-44 2xl:w-72 wide:w-150",
  updated: "w-32 max-md:hidden wide:w-36",
};

/** Room for a box to tick; on a phone only while some are chosen. */
export const boxCell = (isChoosing: boolean) => cn("w-8", !isChoosing && "max-sm:hidden");

interface Props {
  sorted: ListSort;
  onSort: (key: ListKey) => void;
  total: number;
}

/** Headers that sort; the same again turns the order round. */
export function ListHead({ sorted, onSort, total }: Props) {
  const t = useT(rowsWords);
  const { isReader } = useRights();
  const Arrow = sorted.isDown ? ArrowDown : ArrowUp;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {isReader ? null : <AllBox total={total} />}
        {listKeys.map((key) => (
          <th
            key={key}
            scope="col"
            aria-sort={
              key === sorted.key ? (sorted.isDown ? "descending" : "ascending") : undefined
            }
            className={cn(
              "sticky top-0 z-10 h-8 border-b bg-surface p-0 text-sm font-medium text-muted",
              listCells[key],
            )}
          >
            <button
              type="button"
              onClick={() => onSort(key)}
              className="flex h-full w-full min-w-0 items-center gap-1 px-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
            >
              <span className="truncate">{t(`key.${key}`)}</span>
              {key === sorted.key ? (
                <Arrow size={12} className="shrink-0 text-accent" aria-hidden />
              ) : null}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Chooses all, or none where some are chosen. */
function AllBox({ total }: { total: number }) {
  const t = useT(rowsWords);
  const count = useBoardUi((state) => state.picked.size);
  const picks = usePicks();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < total;
  }, [count, total]);
  return (
    <th
      scope="col"
      className={cn("sticky top-0 z-10 h-8 border-b bg-surface p-0", boxCell(count > 0))}
    >
      <label className="flex h-8 items-center justify-center">
        <input
          ref={box}
          type="checkbox"
          aria-label={t("selectAll")}
          className="size-3.5 accent-accent"
          checked={count > 0 && count >= total}
          disabled={total === 0}
          onChange={() => (count > 0 ? picks.clear() : void picks.rows())}
        />
      </label>
    </th>
  );
}
