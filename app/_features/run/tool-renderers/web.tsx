"use client";
import { Globe } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { visibleText } from "../text/visible-text.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "./words.ts";
import { toolLabel } from "./tool-label.ts";
import { ToolLine, ToolOutput } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** An address is text, never a link: it came from a model and may carry data away when opened. */
export const WebRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const prompt = inputText(row.input, "prompt");
  return (
    <ToolLine
      row={row}
      icon={<Globe size={14} aria-hidden />}
      label={toolLabel(row.tool, t)}
      detail={visibleText(inputText(row.input, "url", "query") ?? "")}
    >
      {prompt === null ? null : <p className="mb-1">{prompt}</p>}
      <ToolOutput row={row} />
    </ToolLine>
  );
};
