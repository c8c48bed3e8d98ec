"use client";
import { Wrench } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { toolWords } from "./words.ts";
import { TerminalText } from "./terminal-text.tsx";
import { toolLabel } from "./tool-label.ts";
import { ToolLine, ToolOutput } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** MCP tools and everything without a renderer of its own: arguments and answer as they are. */
export const GenericRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  return (
    <ToolLine
      row={row}
      icon={<Wrench size={14} aria-hidden />}
      label={toolLabel(row.tool, t)}
      detail={shortInput(row.input)}
    >
      <p className="text-sm text-muted">{t("tool.input")}</p>
      <TerminalText text={JSON.stringify(row.input, null, 2) ?? ""} />
      {row.result === null ? null : <p className="mt-1 text-sm text-muted">{t("tool.output")}</p>}
      <ToolOutput row={row} />
    </ToolLine>
  );
};

function shortInput(input: unknown): string {
  if (typeof input !== "object" || input === null) return input === undefined ? "" : String(input);
  return Object.values(input)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" · ")
    .slice(0, 200);
}
