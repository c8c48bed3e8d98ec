"use client";
import { useDeferredValue, useMemo, useRef, type ReactNode } from "react";
import { parseQuery } from "#server/contracts/ticket-query.ts";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { ForWriters, ReadOnlyNote } from "#app/_components/for-writers.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardRoom } from "#app/_lib/live-provider.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { AssigneeChooser } from "./assignee-chooser.tsx";
import { BoardColumns } from "./board-columns.tsx";
import { BoardProvider } from "./board-context.tsx";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { BoardToolbar } from "./board-toolbar.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkQuestionDialog, BulkReportDialog } from "./bulk-dialogs.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { questionOf } from "./shown-board.ts";
import { TicketList } from "./ticket-list.tsx";
import { TicketTree } from "./ticket-tree.tsx";
import { useBoardDrag } from "./use-board-drag.ts";
import { useBoardKeys } from "./use-board-keys.ts";
import { useDemoStart } from "./use-demo-start.ts";
import { useBoardSearch } from "./use-board-search.ts";
import { useQueryText, type QueryText } from "./use-query-text.ts";
import { useSettled } from "./use-settled.ts";
import { boardWords } from "./words.ts";

/** The board of a project. `children` lie over it: the ticket panel. */
export function BoardPage({ slug, children }: { slug: string; children: ReactNode }) {
  const queryText = useQueryText();
  return (
    <BoardProvider key={slug} slug={slug} show={queryText.show}>
      <div className="relative flex h-full min-h-0 flex-col overflow-hidden">
        <BoardFrame slug={slug} queryText={queryText} />
        {children}
      </div>
    </BoardProvider>
  );
}

function BoardFrame({ slug, queryText }: { slug: string; queryText: QueryText }) {
  const t = useT(boardWords);
  const board = useBoard(slug);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { text, shown } = queryText;
  const isBoard = shown.layout === "board";
  const query = useMemo(() => parseQuery(text), [text]);
  // What is typed is shown at once; hundreds of cards follow when there is time.
  const asked = useDeferredValue(text);
  const askedQuery = useMemo(() => parseQuery(asked), [asked]);
  const question = questionOf(asked, askedQuery);
  const search = useBoardSearch(board.data, {
    query: askedQuery,
    question: isBoard ? question : "",
    sort: isBoard ? shown.sort : "",
  });
  const settled = useSettled(question);
  useDemoStart(slug);
  useBoardRoom(slug, board.data !== undefined);
  useBoardDrag();
  useBoardKeys(frame, input, isBoard ? search.board : undefined);
  if (board.isError && !board.data)
    return <ErrorState error={board.error} onRetry={() => void board.refetch()} />;
  const isEmpty =
    board.data !== undefined && board.data.columns.every((column) => column.count === 0);
  return (
    <div
      ref={frame}
      className="flex min-h-0 flex-1 flex-col"
      aria-label={t("board", { project: slug })}
      role="region"
    >
      <BoardToolbar
        queryText={queryText}
        query={query}
        board={board.data}
        isSearching={search.isSearching}
        error={search.error}
        input={input}
      />
      {!search.board || !board.data ? (
        <BoardSkeleton />
      ) : shown.layout === "list" ? (
        <TicketList question={settled} sort={shown.sort} revision={board.data.revision} />
      ) : shown.layout === "tree" ? (
        <TicketTree question={settled} revision={board.data.revision} />
      ) : (
        <BoardColumns board={search.board} question={search.question} />
      )}
      {isEmpty && isBoard ? (
        <div className="pointer-events-none absolute inset-x-0 top-1/3 flex justify-center">
          <EmptyState title={t("emptyBoardTitle")}>
            <ForWriters instead={<ReadOnlyNote />}>{t("emptyBoardText")}</ForWriters>
          </EmptyState>
        </div>
      ) : null}
      <AssigneeChooser />
      <DeleteDialog />
      <MoveDialog />
      <BulkBar question={isBoard ? search.question : settled} />
      <BulkQuestionDialog />
      <BulkReportDialog />
    </div>
  );
}
