"use client";
import { useMemo } from "react";
import type { RunDetail } from "#server/contracts/run.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useTicketRuns } from "#app/_lib/queries.ts";
import { lastCheck } from "./last-check.ts";
import { RunChanges } from "./run-changes.tsx";
import { RunSummary } from "./run-summary.tsx";
import { runWord } from "./run-word.ts";
import { useRunStream } from "./stream/use-run-stream.ts";
import { useRunActions } from "./use-run-actions.ts";
import { useRun, useRunTicket } from "./use-run.ts";
import { runWords } from "./words.ts";

/** What a ticket's newest run did, as a reviewer reads it: summary, checks, changes. */
export function RunReview({ slug, number }: { slug: string; number: number }) {
  const runs = useTicketRuns(slug, number);
  const newest = runs.data?.[0]?.id ?? null;
  if (runs.isError) return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />;
  if (runs.data === undefined) return <Loading />;
  if (newest === null) return <TicketText slug={slug} number={number} />;
  return <ReviewedRun key={newest} slug={slug} runId={newest} />;
}

function ReviewedRun({ slug, runId }: { slug: string; runId: string }) {
  const run = useRun(slug, runId);
  if (run.isError) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  if (run.data === undefined) return <Loading />;
  return (
    <>
      <Summary slug={slug} run={run.data} />
      <RunChanges isJudgedElsewhere slug={slug} runId={runId} />
    </>
  );
}

function Summary({ slug, run }: { slug: string; run: RunDetail }) {
  const [stream, snapshot] = useRunStream(slug, run.id, run.lastSeq);
  const ticket = useRunTicket(slug, run.ticket).data ?? null;
  const actions = useRunActions(slug, run.id, run.agent, run.ticket);
  const check = useMemo(
    () => (snapshot.lastSeq >= 0 ? lastCheck(stream.events()) : null),
    [snapshot.lastSeq, stream],
  );
  return (
    <RunSummary
      isJudgedElsewhere
      slug={slug}
      run={run}
      ticket={ticket}
      word={runWord(run, null, ticket?.state ?? null)}
      check={check}
      actions={actions}
    />
  );
}

/** A ticket that a person brought to review has no run to look at. */
function TicketText({ slug, number }: { slug: string; number: number }) {
  const t = useT(runWords);
  const ticket = useRunTicket(slug, number);
  if (ticket.data === undefined) return <Loading />;
  return (
    <div className="flex flex-col gap-2 p-3">
      <p className="text-muted">{t("review.noRun")}</p>
      <Markdown text={ticket.data.description} slug={slug} />
    </div>
  );
}

function Loading() {
  return (
    <div className="p-3">
      <SkeletonLines count={6} />
    </div>
  );
}
