"use client";
import { FilePen } from "lucide-react";
import { useMemo } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Button } from "#app/_components/button.tsx";
import { detailsWords } from "../details-words.ts";
import { useRowContext } from "../transcript/row-context.tsx";
import { toolWords } from "./words.ts";
import { DiffCountText, DiffView } from "./diff-view.tsx";
import { editDiff } from "./edit-diff.ts";
import { GenericRow } from "./generic.tsx";
import { toolLabel } from "./tool-label.ts";
import { ToolLine, ToolOutput } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** Small edits are open at first: they are what one came to see. */
const openUpToLines = 40;

export const EditRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const diff = useMemo(() => editDiff(row.input), [row.input]);
  const details = useT(detailsWords);
  const { showChange } = useRowContext();
  if (diff === null) return <GenericRow row={row} />;
  const show = row.result?.isError === true ? null : showChange(diff.path, row.seq);
  const size = diff.parts.reduce((sum, part) => sum + part.length, 0);
  return (
    <ToolLine
      row={row}
      icon={<FilePen size={14} aria-hidden />}
      label={toolLabel(row.tool, t)}
      detail={<span className="text-ink">{diff.path}</span>}
      meta={<DiffCountText count={diff.count} />}
      isOpenAtFirst={row.tool !== "Write" && size <= openUpToLines}
    >
      <div className="flex flex-col gap-1">
        {diff.parts.map((lines, index) => (
          <DiffView key={index} lines={lines} label={t("diff.label", { path: diff.path })} />
        ))}
      </div>
      {row.result?.isError === true ? <ToolOutput row={row} /> : null}
      {show === null ? null : (
        <Button size="small" look="ghost" className="mt-1" data-show-change onClick={show}>
          {details("changes.show")}
        </Button>
      )}
    </ToolLine>
  );
};
