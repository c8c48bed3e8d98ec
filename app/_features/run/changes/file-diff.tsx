"use client";
import { useQuery } from "@tanstack/react-query";
import { fileDiffSchema } from "#server/contracts/run.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { detailsWords } from "../details-words.ts";
import { parseUnifiedDiff } from "../text/unified-diff.ts";
import { FoldedDiff } from "../tool-renderers/diff-view.tsx";
import { runPath } from "../use-run.ts";
import { CommentedDiff } from "./commented-diff.tsx";

export interface FileDiffProps {
  slug: string;
  run: string;
  path: string;
  /** The ticket whose review may comment on lines; null: the difference is for reading. */
  reviewed: number | null;
}

/** How the run changed one file, fetched when it is opened. */
export function FileDiff({ slug, run, path, reviewed }: FileDiffProps) {
  const t = useT(detailsWords);
  const diff = useQuery({
    queryKey: [...queryKeys.runChanges(slug, run), path],
    queryFn: ({ signal }) =>
      api.get(`${runPath(slug, run)}/changes/file`, fileDiffSchema, { signal, query: { path } }),
  });
  if (diff.isError) return <ErrorState error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.data === undefined) return <SkeletonLines count={3} />;
  if (diff.data.isBinary) return <p className="px-2 pb-2 text-muted">{t("changes.binary")}</p>;
  const lines = parseUnifiedDiff(diff.data.text);
  const label = t("changes.diffOf", { path });
  if (lines.length === 0) return <p className="px-2 pb-2 text-muted">{t("changes.noText")}</p>;
  return (
    <div className="px-2 pb-2">
      {reviewed === null ? (
        <FoldedDiff lines={lines} label={label} />
      ) : (
        <CommentedDiff
          slug={slug}
          run={run}
          number={reviewed}
          path={path}
          lines={lines}
          label={label}
        />
      )}
      {diff.data.isTruncated ? <p className="text-sm text-amber">{t("changes.cut")}</p> : null}
    </div>
  );
}
