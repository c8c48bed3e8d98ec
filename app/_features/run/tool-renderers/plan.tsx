"use client";
import { ClipboardList } from "lucide-react";
import { Markdown } from "#app/_components/markdown.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AskStory } from "../asks/ask-story.tsx";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "./words.ts";
import { GenericRow } from "./generic.tsx";
import { ToolLine } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** ExitPlanMode: the plan as text, and whether it was approved. */
export const PlanRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const plan = inputText(row.input, "plan");
  if (plan === null) return <GenericRow row={row} />;
  return (
    <ToolLine
      row={row}
      icon={<ClipboardList size={14} aria-hidden />}
      label={t("tool.ExitPlanMode")}
      isOpenAtFirst
    >
      <Markdown text={plan} className="rounded border bg-surface p-2" />
      {row.ask === null ? null : <AskStory ask={row.ask} />}
    </ToolLine>
  );
};
