"use client";
import { SquareTerminal } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { visibleText } from "../text/visible-text.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "./words.ts";
import { ToolLine, ToolOutput } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** A command: its first line, exit code and time; the whole command and the output when unfolded. */
export const BashRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const command = visibleText(inputText(row.input, "command") ?? "");
  const code = row.result?.exitCode ?? null;
  const isBad = code !== null && code !== 0;
  return (
    <ToolLine
      row={row}
      icon={<SquareTerminal size={14} aria-hidden />}
      label={<span className="sr-only">{t("tool.Bash")}</span>}
      detail={
        <>
          <span aria-hidden>$ </span>
          <span className="text-ink">{command.split("\n", 1)[0]}</span>
        </>
      }
      meta={
        code === null ? undefined : (
          <span className={isBad ? "text-red" : ""}>{t("tool.exit", { code })}</span>
        )
      }
    >
      <pre className="mb-1 font-mono text-sm break-words whitespace-pre-wrap">$ {command}</pre>
      <ToolOutput row={row} />
    </ToolLine>
  );
};
