"use client";
import { Check, SquareTerminal, Undo2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { RunDetail } from "#server/contracts/run.ts";
import type { Ticket } from "#server/contracts/ticket.ts";
import type { StateWord as Word } from "#server/contracts/words.ts";
import { Badge } from "#app/_components/badge.tsx";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { Markdown } from "#app/_components/markdown.tsx";
import { StateWord } from "#app/_components/state-word.tsx";
import { Tooltip } from "#app/_components/tooltip.tsx";
import { useVerdicts } from "#app/_components/use-verdicts.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard } from "#app/_lib/queries.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import type { Check as RunCheck } from "./last-check.ts";
import { controlWords } from "./control-words.ts";
import { costText } from "./cost-text.ts";
import { DecidedList } from "./decided-list.tsx";
import { nextStep } from "./next-step.ts";
import { outcomeText } from "#app/_lib/outcome-text.ts";
import { RunCause } from "./run-cause.tsx";
import { DiffCountText } from "./tool-renderers/diff-view.tsx";
import { HoldLine, TakeoverLine } from "./takeover-line.tsx";
import { SendBackDialog } from "./send-back-dialog.tsx";
import { TryAgain } from "./try-again.tsx";
import type { useRunActions } from "./use-run-actions.ts";
import { UndoButton, UndoLine } from "./undo/undo-button.tsx";
import { useRunChanges } from "./use-run.ts";
import { runWords } from "./words.ts";

export interface RunSummaryProps {
  slug: string;
  run: RunDetail;
  ticket: Ticket | null;
  word: Word;
  check: RunCheck | null;
  actions: ReturnType<typeof useRunActions>;
  /** The verdict on the ticket is given elsewhere on the page. */
  isJudgedElsewhere?: boolean;
}

/** After the end: what came of it, what it cost, and the one next step. */
export function RunSummary(props: RunSummaryProps) {
  const { slug, run, ticket, word, check, actions, isJudgedElsewhere = false } = props;
  const t = useT(runWords);
  const format = useFormat();
  const found = useRunChanges(slug, run.id, false).data;
  const changes = found?.files ?? [];
  const count = changes.reduce(
    (sum, file) => ({
      added: sum.added + (file.added ?? 0),
      removed: sum.removed + (file.removed ?? 0),
    }),
    { added: 0, removed: 0 },
  );
  const took =
    Date.parse(run.endedAt ?? run.createdAt) - Date.parse(run.startedAt ?? run.createdAt);
  return (
    <section className="shrink-0 border-b bg-surface px-3 py-2" data-run-summary>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateWord word={word} />
        {run.isDemo ? <Badge hue="violet">{t("header.demo")}</Badge> : null}
        {run.outcome === null || run.outcome === "completed" ? null : (
          <span>{outcomeText(run.outcome, run.stoppedBy, t)}</span>
        )}
        <span>{format.duration(took)}</span>
        <span data-run-cost>{costText(run.costUsd, run.isCostEstimated, format)}</span>
        {changes.length === 0 ? null : (
          <span className="flex gap-1.5">
            {count.added + count.removed > 0 ? <DiffCountText count={count} /> : null}
            {t("summary.files", { count: changes.length })}
          </span>
        )}
        {check === null ? (
          changes.length > 0 ? (
            <span className="text-amber">{t("summary.noChecks")}</span>
          ) : null
        ) : check.exitCode === 0 ? (
          <span className="text-green">{t("summary.lastCheck", { command: check.command })}</span>
        ) : (
          <span className="text-red">
            {t("summary.lastCheckFailed", { command: check.command, code: check.exitCode })}
          </span>
        )}
        <ForWriters>
          <NextStep
            slug={slug}
            run={run}
            ticket={ticket}
            word={word}
            actions={actions}
            isJudgedElsewhere={isJudgedElsewhere}
          >
            {found?.source === "checkpoints" ? (
              <UndoButton slug={slug} run={run.id} last={found.undo} />
            ) : null}
          </NextStep>
        </ForWriters>
      </div>
      <p className="text-sm text-muted">
        <RunCause slug={slug} run={run} />
      </p>
      <UndoLine last={found?.undo ?? null} />
      <TakeoverLine run={run} actions={actions} />
      <HoldLine run={run} actions={actions} />
      <DecidedList run={run.id} questions={ticket?.questions ?? []} />
      {run.error === null || run.error === "" ? null : (
        <p className="mt-1 break-words whitespace-pre-wrap text-red">{run.error}</p>
      )}
      {run.resultText === null || run.resultText === "" || run.resultText === run.error ? null : (
        <div className="scroll-thin mt-1 max-h-40 overflow-y-auto" tabIndex={0}>
          <Markdown text={run.resultText} slug={slug} />
        </div>
      )}
    </section>
  );
}

/** One filled button per state; Try again beside it unless it is the one (ux 35). */
function NextStep({
  slug,
  run,
  ticket,
  word,
  actions,
  isJudgedElsewhere,
  children,
}: Pick<RunSummaryProps, "slug" | "run" | "ticket" | "word" | "actions"> & {
  isJudgedElsewhere: boolean;
  children: ReactNode;
}) {
  const t = useT(runWords);
  const control = useT(controlWords);
  const columns = useBoard(slug).data?.columns ?? [];
  const isTaken = run.takeover !== null;
  const step =
    isTaken || isJudgedElsewhere ? null : nextStep(word, ticket?.status ?? null, columns);
  const [isSendingBack, setSendingBack] = useState(false);
  const verdicts = useVerdicts(slug);
  const verdict = ticket === null ? null : { number: ticket.id, column: ticket.status };
  const go = () => {
    if (step === null || verdict === null) return;
    void (step.kind === "approve"
      ? verdicts.approve(verdict)
      : actions.move(verdict.number, step.column));
  };
  return (
    <span className="ml-auto flex flex-wrap justify-end gap-1.5">
      {step === null || ticket === null ? null : (
        <Button look="filled" size="small" onClick={go}>
          <Check size={13} aria-hidden />
          {t(step.kind)}
        </Button>
      )}
      {step?.kind === "approve" && verdict !== null ? (
        <>
          <Button size="small" onClick={() => setSendingBack(true)}>
            <Undo2 size={13} aria-hidden />
            {t("sendBack")}
          </Button>
          <SendBackDialog
            slug={slug}
            number={verdict.number}
            isOpen={isSendingBack}
            onOpenChange={setSendingBack}
            onSend={(text) => verdicts.sendBack(verdict, text)}
          />
        </>
      ) : null}
      {isTaken || run.ticket === null ? null : (
        <TryAgain
          slug={slug}
          run={run}
          isFilled={step === null && !isJudgedElsewhere}
          actions={actions}
        />
      )}
      {children}
      {run.canTakeOver ? (
        <Tooltip text={control("takeOverHint", { agent: run.agent })}>
          <Button size="small" onClick={() => void actions.takeOver(false)}>
            <SquareTerminal size={13} aria-hidden />
            {control("takeOver")}
          </Button>
        </Tooltip>
      ) : null}
    </span>
  );
}
