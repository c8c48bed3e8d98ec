"use client";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { shortQuestionOf } from "#app/_lib/question.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { Button } from "./button.tsx";
import { useAnswer } from "./use-answer.ts";

/** The options of a short question as buttons; nothing where it needs its panel. */
export function QuestionButtons({
  slug,
  question,
  size = "small",
}: {
  slug: string;
  question: OpenQuestion;
  size?: "small" | "medium";
}) {
  const { answer, isBusy } = useAnswer(slug, question);
  const { isReader } = useRights();
  // Where there is room, one that was parked is answered in place too.
  const short = shortQuestionOf(question, size === "medium" ? ["open", "parked"] : ["open"]);
  if (!short || isReader) return null;
  return (
    <span role="group" aria-label={short.question} className="flex min-w-0 gap-1">
      {short.options.map((label) => (
        <Button
          key={label}
          size={size}
          disabled={isBusy}
          className="min-w-0 shrink truncate"
          onClick={(event) => {
            event.stopPropagation();
            answer({
              questionId: question.id,
              answer: { labels: { [short.question]: label } },
            });
          }}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}
