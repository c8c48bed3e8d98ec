"use client";
import { Bot } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRowContext } from "../transcript/row-context.tsx";
import type { ToolRow } from "../transcript/row.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "./words.ts";
import { ToolLine } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** Steps of a sub-agent drawn at first; the rest on demand. */
const shownAtFirst = 100;

/** A sub-agent: what it was asked, its own steps as a nested lane, what it answered. */
export const TaskRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const prompt = inputText(row.input, "prompt");
  return (
    <ToolLine
      row={row}
      icon={<Bot size={14} aria-hidden />}
      label={t("tool.Task")}
      detail={inputText(row.input, "description", "subagent_type") ?? ""}
      meta={row.childCount > 0 ? t("tool.steps", { count: row.childCount }) : undefined}
    >
      {prompt === null ? null : (
        <p className="mb-1 line-clamp-4 whitespace-pre-wrap text-muted">{prompt}</p>
      )}
      <Lane row={row} />
      {row.result === null || row.result.text === "" ? null : (
        <Markdown text={row.result.text} className="mt-2" />
      )}
    </ToolLine>
  );
};

function Lane({ row }: { row: ToolRow }) {
  const t = useT(toolWords);
  const { drawRow } = useRowContext();
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, row.children.length - shownAtFirst);
  return (
    <div className="flex flex-col gap-1 border-l-2 border-line pl-2">
      {hidden > 0 ? (
        <Button look="ghost" size="small" onClick={() => setWhole(true)}>
          {t("tool.showAll", { count: row.children.length })}
        </Button>
      ) : null}
      {row.children.slice(hidden).map(drawRow)}
    </div>
  );
}
