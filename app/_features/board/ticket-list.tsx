"use client";
import { useRef } from "react";
import { formatListSort, parseListSort, type ListKey } from "#server/contracts/board-view.ts";
import { listPageSchema, type ListPage } from "#server/contracts/ticket-rows.ts";
import type { Card } from "#server/contracts/ticket.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { useBoardContext } from "./board-context.tsx";
import { ListHead } from "./list-head.tsx";
import { leastCells, ListRow, listRowPx } from "./list-row.tsx";
import { RowsNote } from "./rows-note.tsx";
import { rowsWords } from "./rows-words.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowPages } from "./use-row-pages.ts";

const headPx = 32;
const startsDown: readonly ListKey[] = ["number", "priority", "updated"];

interface Props {
  /** What is searched for; empty: all a board shows. */
  question: string;
  /** As the address has it. */
  sort: string;
  /** Of the board, as far as changes have come. */
  revision: number;
}

/** The tickets of the search as a table, sorted by the server over the whole project. */
export function TicketList({ question, sort, revision }: Props) {
  const { slug, show } = useBoardContext();
  const t = useT(rowsWords);
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = parseListSort(sort);
  const asked = { q: question, sort: formatListSort(sorted) };
  const rows = useRowPages<Card, ListPage>({
    queryKey: queryKeys.rows(slug, "list", asked),
    list: `${question} ${asked.sort}`,
    load: (offset, signal) =>
      api.get(`${projectPath(slug)}/list`, listPageSchema, { query: { ...asked, offset }, signal }),
    revision,
    scroller,
    rowPx: listRowPx,
    headPx,
    cardOf: (card) => card,
  });
  const { total, drawn, rowAt, virtualizer } = rows;
  const keys = useRowKeys({
    scroller,
    total,
    drawn,
    ticketAt: (index) => rowAt(index)?.id,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
  });
  const sortBy = (key: ListKey) => {
    const isDown = key === sorted.key ? !sorted.isDown : startsDown.includes(key);
    show({ sort: formatListSort({ key, isDown }) });
  };
  const before = drawn[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1 p-1.5">
      <RowsNote rows={rows} count={total} isSearch={question !== ""} />
      <div
        ref={scroller}
        className="scroll-thin min-h-0 flex-1 overflow-auto rounded-lg border bg-surface"
      >
        <table
          aria-label={t("list")}
          aria-rowcount={total + 1}
          className="w-full table-fixed border-separate border-spacing-0 text-left lg:min-w-240"
        >
          <ListHead sorted={sorted} onSort={sortBy} total={total} />
          <tbody>
            {before > 0 ? <Gap heightPx={before} /> : null}
            {drawn.map((item) => (
              <ListRow
                key={rowAt(item.index)?.id ?? `row-${item.index}`}
                card={rowAt(item.index)}
                index={item.index}
                isTabStop={item.index === keys.active}
                onFocus={keys.onFocus}
              />
            ))}
            {after > 0 ? <Gap heightPx={after} /> : null}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Stands for the rows that are not in the page. */
function Gap({ heightPx }: { heightPx: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={leastCells} style={{ height: heightPx }} className="p-0">
        &nbsp;
      </td>
    </tr>
  );
}
