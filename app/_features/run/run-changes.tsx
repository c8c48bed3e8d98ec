"use client";
import type { RunChanges as Changes } from "#server/contracts/run.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DiffCountText } from "./tool-renderers/diff-view.tsx";
import { useRun, useRunChanges } from "./use-run.ts";
import { detailsWords } from "./details-words.ts";

/** Files that differ between the run's two checkpoints. */
export function RunChanges({ slug, runId }: { slug: string; runId: string }) {
  const run = useRun(slug, runId);
  const isRunning = run.data !== undefined && run.data.state !== "ended";
  const changes = useRunChanges(slug, runId, isRunning);
  const t = useT(detailsWords);
  if (changes.isError)
    return <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />;
  if (changes.data === undefined)
    return (
      <div className="p-3">
        <SkeletonLines count={4} />
      </div>
    );
  if (changes.data.files.length === 0)
    return (
      <p className="p-4 text-muted">
        {t(
          changes.data.source === "git"
            ? "changes.none"
            : run.data?.startedAt === null
              ? "changes.notYet"
              : "changes.noGit",
        )}
      </p>
    );
  return <FileList files={changes.data.files} />;
}

const signs = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

function FileList({ files }: { files: Changes["files"] }) {
  const t = useT(detailsWords);
  return (
    <div className="p-3">
      <p className="mb-2 font-medium">{t("changes.summary", { count: files.length })}</p>
      <ul className="divide-y divide-line rounded border bg-surface">
        {files.map((file) => (
          <li key={file.path} className="flex min-h-8 items-center gap-2 px-2">
            <span aria-hidden className="w-4 text-center font-mono text-sm text-muted">
              {signs[file.change]}
            </span>
            <span className="sr-only">{t(`changes.${file.change}`)}</span>
            <span className="min-w-0 flex-1 truncate font-mono text-sm" title={file.path}>
              {file.path}
            </span>
            {file.added === null || file.removed === null ? (
              <span className="text-sm text-muted">{t("changes.binary")}</span>
            ) : (
              <DiffCountText count={{ added: file.added, removed: file.removed }} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
