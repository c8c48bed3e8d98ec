"use client";
import { FileText, Search } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { FoldLine } from "../transcript/fold-line.tsx";
import type { RowOf } from "../transcript/row.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "./words.ts";
import { toolLabel } from "./tool-label.ts";
import { ToolLine, ToolOutput } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** What a read looked at: the file, or the pattern and where. */
export function readTarget(input: unknown): string {
  const pattern = inputText(input, "pattern");
  const path = inputText(input, "file_path", "notebook_path", "path");
  if (pattern === null) return path ?? "";
  return path === null ? pattern : `${pattern} · ${path}`;
}

/** Read, Grep, Glob and LS: one line; what came back when unfolded. */
export const ReadRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const Icon = row.tool === "Read" ? FileText : Search;
  return (
    <ToolLine
      row={row}
      icon={<Icon size={14} aria-hidden />}
      label={toolLabel(row.tool, t)}
      detail={readTarget(row.input)}
    >
      {row.result === null ? null : <ToolOutput row={row} />}
    </ToolLine>
  );
};

/** Several reads after one another: "Read 4 files". */
export function ReadGroup({ row }: { row: RowOf<"reads"> }) {
  const t = useT(toolWords);
  const [only] = row.items;
  if (row.items.length === 1 && only !== undefined) return <ReadRow row={only} />;
  const areFiles = row.items.every((item) => item.tool === "Read");
  return (
    <FoldLine
      rowKey={row.key}
      icon={<FileText size={14} aria-hidden />}
      label={t(areFiles ? "tool.read" : "tool.look", { count: row.items.length })}
      detail={row.items.map((item) => readTarget(item.input).split("/").at(-1)).join(", ")}
    >
      {row.items.map((item) => (
        <ReadRow key={item.key} row={{ ...item, key: `${row.key}-${item.key}` }} />
      ))}
    </FoldLine>
  );
}
