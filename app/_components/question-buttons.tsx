"use client";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { shortQuestionOf } from "#app/_lib/question.ts";
import { useAnswer } from "#app/_lib/use-answer.ts";
import { Button } from "./button.tsx";
import { notify } from "./toast.tsx";
import { useTellTaken } from "./use-tell-taken.ts";

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
  const answer = useAnswer(slug, question);
  const tellTaken = useTellTaken(slug);
  // Where there is room, one that was parked is answered in place too.
  const short = shortQuestionOf(question, size === "medium" ? ["open", "parked"] : ["open"]);
  if (!short) return null;
  return (
    <span role="group" aria-label={short.question} className="flex min-w-0 gap-1">
      {short.options.map((label) => (
        <Button
          key={label}
          size={size}
          disabled={answer.isPending || answer.isSuccess}
          className="min-w-0 shrink truncate"
          onClick={(event) => {
            event.stopPropagation();
            answer.mutate(
              { labels: { [short.question]: label } },
              {
                onError: (error) => {
                  if (tellTaken(error, { ticket: question.ticket, words: label })) return;
                  notify({ kind: "error", text: error.message });
                },
              },
            );
          }}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}
