"use client";
import { cn } from "#app/_components/class-names.ts";
import { useAnswer } from "#app/_components/use-answer.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { Ask } from "../transcript/row.ts";
import { askWords } from "./words.ts";
import type { OpenAsk } from "./open-asks.ts";
import { PermissionCard } from "./permission-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { QuestionCard } from "./question-card.tsx";

export interface AskListProps {
  slug: string;
  run: string;
  agent: string;
  asks: readonly OpenAsk[];
  /** Where an answer that came too late may go as a comment. */
  ticket: number | null;
  className?: string;
}

/** Everything a run asks at the moment, answered in one list. */
export function AskList({ slug, run, agent, asks, ticket, className }: AskListProps) {
  const t = useT(askWords);
  if (asks.length === 0) return null;
  return (
    <section
      aria-label={t("ask.listTitle", { count: asks.length })}
      className={cn(
        "scroll-thin max-h-[50%] shrink-0 overflow-y-auto border-t-2 border-amber bg-amber-tint",
        className,
      )}
    >
      {asks.length > 1 ? (
        <h3 className="px-3 pt-2 font-medium text-amber">
          {t("ask.listTitle", { count: asks.length })}
        </h3>
      ) : null}
      <ul className="divide-y divide-line">
        {asks.map(({ ask, questionId, isParked, rule }) => (
          <li key={questionId} className="px-3 py-2" data-question={questionId}>
            {isParked ? <p className="mb-1 text-sm text-muted">{t("ask.parked")}</p> : null}
            <AskCard
              slug={slug}
              run={run}
              agent={agent}
              ask={ask}
              questionId={questionId}
              rule={rule}
              ticket={ticket}
            />
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
  rule,
  ticket,
}: Omit<AskListProps, "asks" | "className"> & {
  ask: Ask;
  questionId: string;
  rule: string | null;
}) {
  const { answer, isBusy } = useAnswer(slug, { runId: run, ticket });
  if (ask.type === "question")
    return (
      <QuestionCard
        ask={ask}
        agent={agent}
        isBusy={isBusy}
        onAnswer={(labels) => answer({ questionId, answer: { labels } })}
      />
    );
  const Card = ask.type === "plan" ? PlanCard : PermissionCard;
  return (
    <Card
      ask={ask}
      agent={agent}
      rule={rule}
      isBusy={isBusy}
      onAnswer={(permission, said = {}) => answer({ questionId, answer: { permission, ...said } })}
    />
  );
}
