"use client";
import { MessageCircleQuestion } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AskStory } from "../asks/ask-story.tsx";
import { toolWords } from "./words.ts";
import { GenericRow } from "./generic.tsx";
import { ToolLine } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

/** AskUserQuestion: what was asked and what was answered; answering happens in the list below the transcript. */
export const QuestionRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  if (row.ask === null) return <GenericRow row={row} />;
  return (
    <ToolLine
      row={row}
      icon={<MessageCircleQuestion size={14} aria-hidden />}
      label={t("tool.AskUserQuestion")}
      detail={row.ask.questions[0]?.question}
      isOpenAtFirst
    >
      <AskStory ask={row.ask} />
    </ToolLine>
  );
};
