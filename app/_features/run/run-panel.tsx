"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { RunDetail } from "#server/contracts/run.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { AskList } from "./asks/ask-list.tsx";
import { openAsks, unknownAsks } from "./asks/open-asks.ts";
import { lastCheck } from "./last-check.ts";
import { LiveLine } from "./live-line.tsx";
import { RunHeader } from "./run-header.tsx";
import { RunSummary } from "./run-summary.tsx";
import { runWord } from "./run-word.ts";
import { useRunStream } from "./stream/use-run-stream.ts";
import type { WantedChange } from "./changes/places.ts";
import type { WantedEvent } from "./transcript/use-wanted-event.ts";
import { TranscriptView } from "./transcript/transcript-view.tsx";
import { useRunActions } from "./use-run-actions.ts";
import { useRun, useRunTicket } from "./use-run.ts";
import { useShowChange } from "./changes/use-show-change.ts";
import { runWords } from "./words.ts";

export interface RunPanelProps {
  slug: string;
  runId: string;
  /** An event to bring into view; another object is another wish. */
  event?: WantedEvent | null;
  /** Leads to what an event made of a file. */
  onShowChange?: (change: WantedChange) => void;
}

/**
 * One run: header or, after the end, its summary; the transcript; what it asks. It owns the stream of
 * the run's events and must show every stored event of it once, in order, whatever the connection does.
 */
export function RunPanel({ slug, runId, ...links }: RunPanelProps) {
  const run = useRun(slug, runId);
  if (run.data !== undefined) return <OpenRun key={runId} slug={slug} run={run.data} {...links} />;
  if (run.isError) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  return (
    <div className="p-3">
      <SkeletonLines count={6} />
    </div>
  );
}

function OpenRun({
  slug,
  run,
  event = null,
  onShowChange,
}: Omit<RunPanelProps, "runId"> & { run: RunDetail }) {
  const client = useQueryClient();
  const [stream, snapshot] = useRunStream(slug, run.id, run.lastSeq);
  const ticket = useRunTicket(slug, run.ticket).data ?? null;
  const actions = useRunActions(slug, run.id, run.agent, run.ticket);
  const [wasEnded] = useState(run.state === "ended");
  const { live, transcript } = snapshot;
  const isActive = (live?.state ?? run.state) !== "ended" && !transcript.hasEnded;
  const questions = ticket?.questions ?? [];
  const asks = openAsks(run.id, transcript.openAsks, questions);
  const hasUnknownAsk = unknownAsks(run.id, transcript.openAsks, questions).length > 0;
  const word = runWord(
    isActive ? run : { ...run, state: "ended" },
    isActive ? live : null,
    ticket?.state ?? null,
  );

  // The row of a run lags behind its events: read it anew when the state changes or the run ends.
  const stage = `${live?.state ?? ""}${transcript.hasEnded}`;
  useEffect(() => {
    if (stage !== "false") void client.invalidateQueries({ queryKey: queryKeys.run(slug, run.id) });
  }, [client, run.id, slug, stage]);
  // What people do with its session or its group comes with the ticket.
  const held = `${ticket?.state?.takenOver?.by ?? ""} ${ticket?.state?.holds?.runId ?? ""}`;
  const seen = useRef(held);
  useEffect(() => {
    if (seen.current === held) return;
    seen.current = held;
    void client.invalidateQueries({ queryKey: queryKeys.run(slug, run.id), exact: true });
  }, [client, held, run.id, slug]);
  useEffect(() => {
    if (hasUnknownAsk)
      void client.invalidateQueries({ queryKey: queryKeys.ticket(slug, run.ticket ?? 0) });
  }, [client, hasUnknownAsk, run.ticket, slug]);

  const showChange = useShowChange(slug, run, onShowChange);
  const isOver = !isActive && run.state === "ended";
  const check = useMemo(
    () => (isOver && snapshot.lastSeq >= 0 ? lastCheck(stream.events()) : null),
    [isOver, snapshot.lastSeq, stream],
  );
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg" data-run={run.id}>
      {isOver ? (
        <RunSummary
          slug={slug}
          run={run}
          ticket={ticket}
          word={word}
          check={check}
          actions={actions}
        />
      ) : (
        <RunHeader
          slug={slug}
          run={run}
          live={live}
          word={word}
          contextTokens={transcript.contextTokens}
          isActive={isActive}
          actions={actions}
        />
      )}
      <ConnectionLine status={snapshot.status} caughtUp={snapshot.caughtUp} />
      <TranscriptView
        slug={slug}
        run={run.id}
        agent={run.agent}
        stream={stream}
        snapshot={snapshot}
        filterAtFirst={wasEnded ? "effects" : "all"}
        wanted={event}
        showChange={showChange}
      />
      <AskList slug={slug} run={run.id} agent={run.agent} asks={asks} ticket={run.ticket} />
      <LiveLine agent={run.agent} word={word} isActive={isActive} asks={asks.length} />
    </div>
  );
}

/** Said while events come another way, and once when the connection is back. */
function ConnectionLine({ status, caughtUp }: { status: string; caughtUp: number }) {
  const t = useT(runWords);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (caughtUp === 0) return undefined;
    setShown(true);
    const timer = setTimeout(() => setShown(false), 6_000);
    return () => clearTimeout(timer);
  }, [caughtUp]);
  const text =
    status === "offline"
      ? t("status.offline")
      : status === "refused"
        ? t("status.refused")
        : isShown && caughtUp > 0
          ? t("status.caughtUp", { count: caughtUp })
          : null;
  return text === null ? null : (
    <p role="status" className="shrink-0 bg-grey-tint px-3 py-1 text-sm">
      {text}
    </p>
  );
}
