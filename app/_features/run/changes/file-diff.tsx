"use client";
import { useQuery } from "@tanstack/react-query";
import { fileDiffSchema } from "#server/contracts/run.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { detailsWords } from "../details-words.ts";
import { parseUnifiedDiff, partStarts } from "../text/unified-diff.ts";
import { FoldedDiff, type DiffSlots } from "../tool-renderers/diff-view.tsx";
import { runPath } from "../use-run.ts";
import { CommentedDiff } from "./commented-diff.tsx";
import { PartHead } from "./part-head.tsx";
import { eventHref, type ChangeLinks } from "./places.ts";

export interface FileDiffProps {
  slug: string;
  run: string;
  path: string;
  /** The ticket whose review may comment on lines; null: the difference is for reading. */
  reviewed: number | null;
  links: ChangeLinks;
}

const nothing = () => null;

/** How the run changed one file, fetched when it is opened. */
export function FileDiff({ slug, run, path, reviewed, links }: FileDiffProps) {
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
  const starts = partStarts(lines);
  const { writers } = diff.data;
  // Of several parts that one call wrote, the first is where one arrives.
  const wantedPart = writers.findIndex(
    (writer) => writer !== null && writer.seq === links.wanted?.seq,
  );
  const above: DiffSlots["above"] = (_line, index) => {
    const part = starts.indexOf(index);
    const writer = writers[part] ?? null;
    if (writer === null || links.ticket === null) return null;
    return (
      <PartHead
        writer={writer}
        href={eventHref(slug, links.ticket, run, writer.seq)}
        isWanted={part === wantedPart && links.wanted?.path === path}
        onShow={links.onShowEvent}
      />
    );
  };
  return (
    <div className="px-2 pb-2">
      {reviewed === null ? (
        <FoldedDiff
          lines={lines}
          label={label}
          slots={{ above, gutter: nothing, below: nothing }}
        />
      ) : (
        <CommentedDiff
          slug={slug}
          run={run}
          number={reviewed}
          path={path}
          lines={lines}
          label={label}
          above={above}
        />
      )}
      {diff.data.isTruncated ? <p className="text-sm text-amber">{t("changes.cut")}</p> : null}
    </div>
  );
}
