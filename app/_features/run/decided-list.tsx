"use client";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { openAsks } from "./asks/open-asks.ts";
import { controlWords } from "./control-words.ts";

/** What an agent that asks nobody had to choose by itself (ux 6). */
export function DecidedList({
  run,
  questions,
}: {
  run: string;
  questions: readonly OpenQuestion[];
}) {
  const t = useT(controlWords);
  const decided = openAsks(run, [], questions, ["decided"]).flatMap(({ ask, questionId }) =>
    ask.questions.map((question) => ({ ...question, key: `${questionId} ${question.question}` })),
  );
  if (decided.length === 0) return null;
  return (
    <section data-decided className="mt-1">
      <h3 className="font-medium">{t("decided.title", { count: decided.length })}</h3>
      <ul className="list-disc pl-5">
        {decided.map(({ key, question, options }) => (
          <li key={key}>
            {question}{" "}
            <span className="text-muted">{options.map((option) => option.label).join(" · ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
