"use client";
import { Copy } from "lucide-react";
import { memo } from "react";
import { IconButton } from "#app/_components/icon-button.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { rowWords } from "./row-words.ts";
import { PlainRow, RowBody } from "./row-body.tsx";
import { RowBoundary } from "./row-boundary.tsx";
import { rowText } from "./row-text.ts";
import type { Row } from "./row.ts";

/** One row: an article of its own, so that a fault inside it stays inside it. */
export const TranscriptRow = memo(function TranscriptRow({ row }: { row: Row }) {
  return (
    <article
      data-event-seq={row.seq}
      data-event-seqs={row.seqs.join(" ")}
      data-row={row.kind}
      tabIndex={-1}
      className="group relative py-0.5"
    >
      <RowBoundary of={row} fallback={<BrokenRow row={row} />}>
        <RowBody row={row} />
      </RowBoundary>
      <CopyRow row={row} />
    </article>
  );
});

function BrokenRow({ row }: { row: Row }) {
  const t = useT(rowWords);
  return (
    <div className="text-red">
      <p className="px-1 text-sm">{t("row.broken")}</p>
      <PlainRow row={row} />
    </div>
  );
}

function CopyRow({ row }: { row: Row }) {
  const t = useT(rowWords);
  const copy = () =>
    navigator.clipboard.writeText(rowText(row)).then(
      () => notify({ text: t("copied"), durationMs: 2_000, id: "copied" }),
      () => notify({ kind: "error", text: t("copy.failed") }),
    );
  if (row.kind === "turn") return null;
  return (
    <IconButton
      label={t("copy")}
      size="small"
      icon={<Copy size={13} aria-hidden />}
      onClick={() => void copy()}
      className="absolute top-0.5 right-0 border-line bg-surface opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100"
    />
  );
}
