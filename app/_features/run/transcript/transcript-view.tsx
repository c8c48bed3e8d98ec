"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { Markdown } from "#app/_components/markdown.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { closeFence } from "../text/close-fence.ts";
import type { RunSnapshot, RunStream } from "../stream/run-stream.ts";
import { filterRows, isEdit, isError, type Filter, type Gap } from "./filter.ts";
import { RowContextProvider, type RowContextValue } from "./row-context.tsx";
import { findRows, rowText } from "./row-text.ts";
import type { Row } from "./row.ts";
import { TodoPinned } from "./todo-pinned.tsx";
import { TranscriptRow } from "./transcript-row.tsx";
import { TranscriptToolbar } from "./transcript-toolbar.tsx";
import { useFollowEnd } from "./use-follow-end.ts";
import { useWantedEvent, type WantedEvent } from "./use-wanted-event.ts";
import { transcriptWords } from "./words.ts";

export interface TranscriptViewProps {
  slug: string;
  run: string;
  agent: string;
  stream: RunStream;
  snapshot: RunSnapshot;
  /** What is shown at first: effects for a run that had ended when it was opened (ux 24). */
  filterAtFirst: Filter;
  /** An event to bring into view; another object is another wish. */
  wanted: WantedEvent | null;
  showChange: RowContextValue["showChange"];
}

/** The rows of a run: only those near the window are in the page, however long the run is. */
export function TranscriptView({
  slug,
  run,
  agent,
  stream,
  snapshot,
  filterAtFirst,
  wanted,
  showChange,
}: TranscriptViewProps) {
  const t = useT(transcriptWords);
  const box = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<Filter>(filterAtFirst);
  const [openGaps, setOpenGaps] = useState<ReadonlySet<string>>(new Set());
  const [query, setQuery] = useState("");
  const [current, setCurrent] = useState<number | null>(null);
  const [reopened, setReopened] = useState({ key: "", times: 0 });
  const openRows = useRef(new Map<string, boolean>());
  const { transcript, generation } = snapshot;
  const items = useMemo(
    // `rows` grows in place; its version is what changes.
    () => (transcript.version >= 0 ? filterRows(transcript.rows, filter, openGaps) : []),
    [transcript.rows, transcript.version, filter, openGaps],
  );
  const count = items.length;
  const rowVirtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => 32,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 8,
  });
  const partial = snapshot.partial.get("") ?? "";
  const follow = useFollowEnd(
    box,
    snapshot.lastSeq,
    rowVirtualizer.getTotalSize() + partial.length,
  );
  const newRows = follow.leftAt === null ? 0 : rowsAfter(items, follow.leftAt);
  useEffect(() => stream.setFollowing(follow.isFollowing), [stream, follow.isFollowing]);

  // Earlier rows came in before the ones shown: the first one shown keeps its place.
  const anchor = useRef<string | null>(null);
  useLayoutEffect(() => {
    const key = anchor.current;
    const index = key === null ? -1 : items.findIndex((item) => item.key === key);
    if (index > 0 && !follow.isFollowing) rowVirtualizer.scrollToIndex(index, { align: "start" });
    if (index > 0) anchor.current = null;
  }, [generation, items, follow.isFollowing, rowVirtualizer]);
  const loadEarlier = () => {
    anchor.current = items[rowVirtualizer.getVirtualItems()[0]?.index ?? 0]?.key ?? null;
    follow.leave();
    stream.loadEarlier();
  };

  const matches = useMemo(
    () => findRows(items, query, (index) => textOf(items[index])),
    [items, query],
  );
  const goTo = (index: number | undefined) => {
    if (index === undefined) return;
    follow.leave();
    setCurrent(index);
    rowVirtualizer.scrollToIndex(index, { align: "center" });
  };
  const jump = (wanted: (row: Row) => boolean) => {
    const from = (current ?? rowVirtualizer.getVirtualItems()[0]?.index ?? -1) + 1;
    const order = [...items.keys()].map((offset) => (from + offset) % count);
    goTo(order.find((index) => isWanted(items[index], wanted)));
  };

  const context = useMemo<RowContextValue>(
    () => ({
      slug,
      run,
      agent,
      openRows: openRows.current,
      overBefore: transcript.overBefore,
      showChange,
      drawRow: (row) => <TranscriptRow key={row.key} row={row} />,
    }),
    [slug, run, agent, transcript.overBefore, showChange],
  );
  useWantedEvent({
    wanted,
    box,
    items,
    stream,
    snapshot,
    openRows: openRows.current,
    onFilter: setFilter,
    leaveEnd: follow.leave,
    goTo,
    onOpened: (key) => setReopened(({ times }) => ({ key, times: times + 1 })),
  });
  return (
    <RowContextProvider value={context}>
      <TranscriptToolbar
        filter={filter}
        onFilter={setFilter}
        query={query}
        onQuery={setQuery}
        matches={matches}
        current={current}
        onGoTo={goTo}
        onNextError={() => jump(isError)}
        onNextEdit={() => jump(isEdit)}
        slug={slug}
        run={run}
      />
      {transcript.todo === null ? null : <TodoPinned items={transcript.todo} />}
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          onScroll={() => {
            follow.onScroll();
            if (
              box.current !== null &&
              box.current.scrollTop < 120 &&
              snapshot.hasEarlier &&
              !snapshot.isLoadingEarlier &&
              !follow.isFollowing
            )
              loadEarlier();
          }}
          tabIndex={0}
          role="region"
          aria-label={t("transcript.label")}
          className="scroll-thin h-full overflow-y-auto px-3 [overflow-anchor:none]"
        >
          {snapshot.hasEarlier ? (
            <div className="flex justify-center pt-2">
              <Button
                size="small"
                look="ghost"
                disabled={snapshot.isLoadingEarlier}
                onClick={loadEarlier}
              >
                {t(snapshot.isLoadingEarlier ? "transcript.loadingEarlier" : "transcript.earlier")}
              </Button>
            </div>
          ) : null}
          {count === 0 && partial === "" ? (
            <p className="py-6 text-center text-muted">
              {t(snapshot.status === "loading" ? "transcript.loading" : "transcript.empty")}
            </p>
          ) : null}
          <div style={{ height: rowVirtualizer.getTotalSize(), position: "relative" }}>
            <div
              style={{
                transform: `translateY(${rowVirtualizer.getVirtualItems()[0]?.start ?? 0}px)`,
              }}
              className="absolute inset-x-0 top-0"
            >
              {rowVirtualizer.getVirtualItems().map(({ index, key }) => {
                const item = items[index];
                if (item === undefined) return null;
                return (
                  <div
                    key={key}
                    data-index={index}
                    ref={rowVirtualizer.measureElement}
                    className={cn("rounded", current === index && "bg-accent-tint")}
                  >
                    <Item
                      key={key === reopened.key ? reopened.times : 0}
                      item={item}
                      onOpenGap={(gap) => setOpenGaps((open) => new Set(open).add(gap))}
                    />
                  </div>
                );
              })}
            </div>
          </div>
          {partial === "" ? null : <Writing text={partial} slug={slug} />}
        </div>
        {follow.isFollowing ? null : (
          <Button
            size="small"
            className="absolute right-4 bottom-2 shadow-lift"
            onClick={follow.toEnd}
          >
            {newRows > 0 ? t("transcript.new", { count: newRows }) : t("transcript.toEnd")}
          </Button>
        )}
      </div>
    </RowContextProvider>
  );
}

function Item({ item, onOpenGap }: { item: Row | Gap; onOpenGap: (key: string) => void }) {
  const t = useT(transcriptWords);
  if (item.kind !== "gap") return <TranscriptRow row={item} />;
  return (
    <button
      type="button"
      onClick={() => onOpenGap(item.key)}
      className="flex min-h-6 w-full items-center gap-2 px-1 text-sm text-muted hover:text-ink"
    >
      <span className="h-px w-4 bg-line" aria-hidden />
      {t("filter.hidden", { count: item.count })}
      <span className="h-px flex-1 bg-line" aria-hidden />
    </button>
  );
}

/** Text as it is written. It is not announced: a screen reader would never come to rest. */
function Writing({ text, slug }: { text: string; slug: string }) {
  return (
    <div data-partial className="pb-3">
      <Markdown text={closeFence(text)} slug={slug} className="px-1" />
    </div>
  );
}

function textOf(item: Row | Gap | undefined): string {
  return item === undefined || item.kind === "gap" ? "" : rowText(item);
}

function isWanted(item: Row | Gap | undefined, wanted: (row: Row) => boolean): boolean {
  return item !== undefined && item.kind !== "gap" && wanted(item);
}

/** How many rows at the end came after a position. Earlier rows that are loaded later do not count. */
function rowsAfter(items: readonly (Row | Gap)[], seq: number): number {
  const last = items.findLastIndex((item) => item.kind !== "gap" && item.seq <= seq);
  return items.length - 1 - last;
}
