"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import type { Ask } from "../transcript/row.ts";
import { askWords } from "./words.ts";
import { answersOf, noChoice, toggleLabel, type Choice, type Choices } from "./question-answers.ts";

export interface QuestionCardProps {
  ask: Ask;
  agent: string;
  isBusy: boolean;
  onAnswer: (labels: Record<string, string | string[]>) => void;
}

/** AskUserQuestion. One question with single choice is answered by pressing the option. */
export function QuestionCard({ ask, agent, isBusy, onAnswer }: QuestionCardProps) {
  const t = useT(askWords);
  const { isReader } = useRights();
  const [choices, setChoices] = useState<Choices>({});
  const [first] = ask.questions;
  const isDirect = ask.questions.length === 1 && first?.multiSelect !== true;
  const answers = answersOf(ask.questions, choices);
  const change = (question: string, choice: Choice) =>
    setChoices((all) => ({ ...all, [question]: choice }));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (answers !== null) onAnswer(answers);
      }}
    >
      <p className="sr-only">{t("ask.title", { agent })}</p>
      {ask.questions.map((question) => {
        const choice = choices[question.question] ?? noChoice;
        const isMulti = question.multiSelect === true;
        return (
          <fieldset key={question.question} className="flex flex-col gap-1.5">
            <legend className="mb-1 font-medium">
              {question.header ? (
                <span className="mr-1.5 text-muted">{question.header}</span>
              ) : null}
              {question.question}
            </legend>
            <div className="flex flex-wrap gap-1.5">
              {isReader
                ? question.options.map(({ label }) => (
                    <span key={label} className="rounded border px-2 py-1">
                      {label}
                    </span>
                  ))
                : question.options.map((option) => (
                    <Button
                      key={option.label}
                      disabled={isBusy}
                      aria-pressed={isDirect ? undefined : choice.labels.includes(option.label)}
                      title={option.description}
                      className={cn(
                        "h-auto min-h-7 max-w-full py-1 text-left whitespace-normal",
                        choice.labels.includes(option.label) && "border-accent bg-accent-tint",
                      )}
                      onClick={() => {
                        const next = toggleLabel(choice, option.label, isMulti);
                        if (isDirect) onAnswer({ [question.question]: option.label });
                        else change(question.question, next);
                      }}
                    >
                      <span>
                        {option.label}
                        {option.description ? (
                          <span className="block text-sm font-normal text-muted">
                            {option.description}
                          </span>
                        ) : null}
                      </span>
                    </Button>
                  ))}
            </div>
            {isReader ? null : (
              <Input
                aria-label={`${question.question} – ${t("ask.other")}`}
                placeholder={t("ask.other")}
                value={choice.other}
                onChange={(event) =>
                  change(question.question, { ...choice, other: event.target.value })
                }
              />
            )}
          </fieldset>
        );
      })}
      {isReader || (isDirect && answers === null) ? null : (
        <div>
          <Button type="submit" look="filled" disabled={isBusy || answers === null}>
            {t("ask.send")}
          </Button>
        </div>
      )}
    </form>
  );
}
