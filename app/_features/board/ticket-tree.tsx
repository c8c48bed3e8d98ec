"use client";
import { useRef } from "react";
import {
  formatBranches,
  treePageSchema,
  type TreePage,
  type TreeRow as Row,
} from "#server/contracts/ticket-rows.ts";
import { Button } from "#app/_components/button.tsx";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useBoardContext } from "./board-context.tsx";
import { RowsNote } from "./rows-note.tsx";
import { rowsWords } from "./rows-words.ts";
import { TreeRow, treeRowPx } from "./tree-row.tsx";
import { useBranches } from "./use-branches.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowPages } from "./use-row-pages.ts";

interface Props {
  /** What is searched for; empty: all a board shows. */
  question: string;
  /** Of the board, as far as changes have come. */
  revision: number;
}

/** The tickets of the search under the tickets they are part of, up to four levels. */
export function TicketTree({ question, revision }: Props) {
  const { slug } = useBoardContext();
  const t = useT(rowsWords);
  const { isReader } = useRights();
  const scroller = useRef<HTMLDivElement>(null);
  const { branches, setAll, toggle } = useBranches(slug, question);
  const asked = { q: question, branches: formatBranches(branches) };
  const rows = useRowPages<Row, TreePage>({
    queryKey: queryKeys.rows(slug, "tree", asked),
    list: question,
    load: (offset, signal) =>
      api.get(`${projectPath(slug)}/tree`, treePageSchema, { query: { ...asked, offset }, signal }),
    revision,
    scroller,
    rowPx: treeRowPx,
    headPx: 0,
    cardOf: ({ card }) => card,
    isFound: ({ isMatch }) => isMatch,
  });
  const { total, newest, drawn, rowAt, virtualizer } = rows;
  const parentOf = (index: number): number | null => {
    const level = rowAt(index)?.level ?? 1;
    for (let above = index - 1; above >= 0; above -= 1) {
      const row = rowAt(above);
      if (!row) return null;
      if (row.level < level) return above;
    }
    return null;
  };
  const keys = useRowKeys({
    scroller,
    total,
    drawn,
    ticketAt: (index) => rowAt(index)?.card.id,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
    onKey: (key, index, moveTo) => {
      const row = rowAt(index);
      if (!row || (key !== "ArrowRight" && key !== "ArrowLeft")) return false;
      const isRight = key === "ArrowRight";
      if (row.hasChildren && row.isOpen !== isRight) toggle(row.card.id);
      else if (isRight && row.hasChildren) moveTo(index + 1);
      else if (!isRight) {
        const parent = parentOf(index);
        if (parent !== null) moveTo(parent);
      }
      return true;
    },
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1 p-1.5">
      <RowsNote rows={rows} count={newest?.found ?? 0} isSearch={question !== ""}>
        <Button size="small" look="ghost" onClick={() => setAll(true)}>
          {t("openAll")}
        </Button>
        <Button size="small" look="ghost" onClick={() => setAll(false)}>
          {t("closeAll")}
        </Button>
      </RowsNote>
      <div
        ref={scroller}
        className="scroll-thin min-h-0 flex-1 overflow-auto rounded-lg border bg-surface"
      >
        <div
          role="tree"
          aria-label={t("tree")}
          aria-multiselectable={!isReader}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {drawn.map((item) => (
            <TreeRow
              key={rowAt(item.index)?.card.id ?? `row-${item.index}`}
              row={rowAt(item.index)}
              index={item.index}
              startPx={item.start}
              isTabStop={item.index === keys.active}
              onFocus={keys.onFocus}
              onToggle={toggle}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
