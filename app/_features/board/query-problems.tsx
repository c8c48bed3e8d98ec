"use client";
import { isWords, type QueryProblem } from "#server/contracts/ticket-query.ts";
import { priorities } from "#server/contracts/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { searchWords } from "./search-words.ts";

const expected: Record<QueryProblem["kind"], string> = {
  is: isWords.join(", "),
  priority: priorities.map((name) => name.toLowerCase()).join(", "),
  date: ">2026-01-31",
  number: "#42",
};

/** The same text as in the field, in its place, with a line under each word that is not understood. */
export function ProblemMarks({
  text,
  problems,
  scrollPx,
}: {
  text: string;
  problems: readonly QueryProblem[];
  scrollPx: number;
}) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 right-8 left-7 overflow-hidden"
    >
      <div
        className="flex h-full items-center whitespace-pre text-transparent"
        style={{ transform: `translateX(${-scrollPx}px)` }}
      >
        {problems.map((problem, index) => (
          <span key={problem.start}>
            {text.slice(problems[index - 1]?.end ?? 0, problem.start)}
            <span
              data-problem={problem.kind}
              className="underline decoration-red decoration-wavy decoration-1 underline-offset-2"
            >
              {text.slice(problem.start, problem.end)}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** What is wrong with each of those words, and what would be right. */
export function ProblemTexts({ problems }: { problems: readonly QueryProblem[] }) {
  const t = useT(searchWords);
  return problems.map(({ kind, word, start }) => (
    <p key={start} className="text-red">
      {t(`problem.${kind}`, { word, expected: expected[kind] })}
    </p>
  ));
}
