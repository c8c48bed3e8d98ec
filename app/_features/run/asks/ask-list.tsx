"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { Ask } from "../transcript/row.ts";
import { askWords } from "./words.ts";
import type { OpenAsk } from "./open-asks.ts";
import { PermissionCard } from "./permission-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { QuestionCard } from "./question-card.tsx";
import { useAnswer } from "./use-answer.ts";

export interface AskListProps {
  slug: string;
  run: string;
  agent: string;
  asks: readonly OpenAsk[];
}

/** Everything a run asks at the moment, answered in one list. */
export function AskList({ slug, run, agent, asks }: AskListProps) {
  const t = useT(askWords);
  if (asks.length === 0) return null;
  return (
    <section
      aria-label={t("ask.listTitle", { count: asks.length })}
      className="scroll-thin max-h-[50%] shrink-0 overflow-y-auto border-t-2 border-amber bg-amber-tint"
    >
      {asks.length > 1 ? (
        <h3 className="px-3 pt-2 font-medium text-amber">
          {t("ask.listTitle", { count: asks.length })}
        </h3>
      ) : null}
      <ul className="divide-y divide-line">
        {asks.map(({ ask, questionId, isParked }) => (
          <li key={questionId} className="px-3 py-2" data-question={questionId}>
            {isParked ? <p className="mb-1 text-sm text-muted">{t("ask.parked")}</p> : null}
            <AskCard slug={slug} run={run} agent={agent} ask={ask} questionId={questionId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskCard({
  slug,
  run,
  agent,
  ask,
  questionId,
}: Omit<AskListProps, "asks"> & { ask: Ask; questionId: string }) {
  const answer = useAnswer(slug, run);
  const isBusy = answer.isPending || answer.isSuccess;
  if (ask.type === "question")
    return (
      <QuestionCard
        ask={ask}
        agent={agent}
        isBusy={isBusy}
        onAnswer={(labels) => answer.mutate({ questionId, answer: { labels } })}
      />
    );
  const Card = ask.type === "plan" ? PlanCard : PermissionCard;
  return (
    <Card
      ask={ask}
      agent={agent}
      isBusy={isBusy}
      onAnswer={(permission, note) =>
        answer.mutate({
          questionId,
          answer: { permission, ...(note === undefined ? {} : { note }) },
        })
      }
    />
  );
}
