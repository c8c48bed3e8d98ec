"use client";
import { ErrorState } from "#app/_components/error-state.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { ChangedFiles } from "./changes/changed-files.tsx";
import { UndoMenu } from "./changes/undo-menu.tsx";
import type { WantedChange } from "./changes/places.ts";
import { LineComments } from "./line-comments/line-comments.tsx";
import { useRun, useRunChanges } from "./use-run.ts";
import { detailsWords } from "./details-words.ts";
import { UndoLine } from "./undo/undo-button.tsx";

export interface RunChangesProps {
  slug: string;
  runId: string;
  /** The verdict on the ticket is given elsewhere on the page. */
  isJudgedElsewhere?: boolean;
  /** Where one came from: the file an event edited. */
  wanted?: WantedChange | null;
  /** Shows an event of the run on the same page; absent: links lead to it. */
  onShowEvent?: (seq: number) => void;
}

/** Files that differ between the run's first and last checkpoint, each with its difference. */
export function RunChanges({
  slug,
  runId,
  isJudgedElsewhere = false,
  wanted = null,
  onShowEvent,
}: RunChangesProps) {
  const run = useRun(slug, runId);
  const isRunning = run.data !== undefined && run.data.state !== "ended";
  const changes = useRunChanges(slug, runId, isRunning);
  const t = useT(detailsWords);
  const { canWrite } = useRights();
  if (changes.isError)
    return <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />;
  if (changes.data === undefined)
    return (
      <div className="p-3">
        <SkeletonLines count={4} />
      </div>
    );
  const { files, source, problem, skipped, undo } = changes.data;
  const ticket = run.data?.ticket ?? null;
  const reviewed = canWrite && run.data?.state === "ended" ? ticket : null;
  const left = skipped === null ? 0 : skipped.tooLarge + skipped.unreadable + skipped.nested;
  const empty =
    source !== "none"
      ? "changes.none"
      : run.data?.startedAt === null
        ? "changes.notYet"
        : "changes.notRecorded";
  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 font-medium">
          {files.length === 0 ? (
            <span className="font-normal text-muted">{t(empty)}</span>
          ) : (
            t("changes.summary", { count: files.length })
          )}
        </p>
        {source === "checkpoints" && run.data?.state === "ended" ? (
          <ForWriters>
            <UndoMenu slug={slug} run={runId} changes={changes.data} />
          </ForWriters>
        ) : null}
      </div>
      <UndoLine last={undo} />
      {problem === null ? null : <p className="text-amber">{t("changes.problem", { problem })}</p>}
      {reviewed === null ? null : (
        <LineComments slug={slug} number={reviewed} isJudgedElsewhere={isJudgedElsewhere} />
      )}
      {files.length === 0 ? null : (
        <ChangedFiles
          slug={slug}
          run={runId}
          files={files}
          hasDiffs={source === "checkpoints"}
          reviewed={reviewed}
          links={{ ticket, wanted, onShowEvent }}
        />
      )}
      {left === 0 ? null : (
        <p className="text-sm text-muted" title={skipped?.names.join(", ")}>
          {t("changes.skipped", { count: left })}
        </p>
      )}
    </div>
  );
}
