"use client";
import { answerText } from "#app/_lib/answer-text.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { Ask } from "../transcript/row.ts";
import { askWords } from "./words.ts";

/** What was asked and what became of it, as a line of the transcript. */
export function AskStory({ ask }: { ask: Ask }) {
  const t = useT(askWords);
  const state = t(`ask.state.${ask.state}`);
  return (
    <div className="mt-1">
      {ask.questions.map((question) => (
        <p key={question.question} className="font-medium">
          {question.question}
        </p>
      ))}
      <p className={ask.state === "open" ? "text-amber" : "text-muted"}>
        {ask.actor === null ? state : t("ask.by", { state, actor: ask.actor })}
        {ask.type === "question" && ask.answer !== null ? `: ${answerText(ask.answer)}` : ""}
        {noteOf(ask.answer) === "" ? "" : `: “${noteOf(ask.answer)}”`}
      </p>
    </div>
  );
}

function noteOf(answer: unknown): string {
  const note: unknown =
    typeof answer === "object" && answer !== null ? Reflect.get(answer, "note") : null;
  return typeof note === "string" ? note : "";
}
