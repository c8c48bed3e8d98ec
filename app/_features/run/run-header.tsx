"use client";
import type { RunDetail, RunLiveState } from "#server/contracts/run.ts";
import type { StateWord as Word } from "#server/contracts/words.ts";
import { Badge } from "#app/_components/badge.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { StateWord } from "#app/_components/state-word.tsx";
import { Tooltip } from "#app/_components/tooltip.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { contextShare } from "./context-share.ts";
import { costText } from "./cost-text.ts";
import { RunCause } from "./run-cause.tsx";
import { StopButton } from "./stop-button.tsx";
import { TakeoverLine } from "./takeover-line.tsx";
import type { useRunActions } from "./use-run-actions.ts";
import { runWords } from "./words.ts";

export interface RunHeaderProps {
  slug: string;
  run: RunDetail;
  live: RunLiveState | null;
  word: Word;
  contextTokens: number | null;
  isActive: boolean;
  actions: ReturnType<typeof useRunActions>;
}

/** Line 1: word, elapsed, cost of its cap, context, Stop. Line 2: why it started, model, skill version. */
export function RunHeader({
  slug,
  run,
  live,
  word,
  contextTokens,
  isActive,
  actions,
}: RunHeaderProps) {
  const t = useT(runWords);
  const format = useFormat();
  const isEstimated = live?.isCostEstimated ?? run.isCostEstimated;
  const cost = costText(live?.cost ?? run.costUsd, isEstimated, format);
  const tokens = contextTokens ?? live?.contextTokens ?? run.contextTokens;
  return (
    <header className="shrink-0 border-b bg-surface px-3 py-1.5">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <StateWord word={word} />
        {live?.isRecording === true ? <span data-recording>{t("header.recording")}</span> : null}
        <Elapsed run={run} />
        <span
          title={isEstimated ? t("header.estimated") : undefined}
          aria-hidden={isActive}
          data-run-cost
        >
          {run.maxCostUsd === null
            ? cost
            : t("header.ofCap", { cost, cap: format.moneyShort(run.maxCostUsd) })}
        </span>
        {tokens === null || tokens === 0 ? null : (
          <span
            title={t("header.contextTokens", { tokens: format.number(tokens) })}
            className="text-muted"
            aria-hidden={isActive}
          >
            {t("header.context", { share: format.percent(contextShare(tokens, run.model)) })}
          </span>
        )}
        {run.isDemo ? (
          <Tooltip text={t("header.demoHint")}>
            <Badge hue="violet">{t("header.demo")}</Badge>
          </Tooltip>
        ) : null}
        {run.permissionLevel === "everything" ? (
          <Tooltip text={t("header.everythingHint")}>
            <Badge hue="red">{t("header.everything")}</Badge>
          </Tooltip>
        ) : null}
        <span className="flex-1" />
        <ForWriters>{isActive ? <StopButton run={run} actions={actions} /> : null}</ForWriters>
      </div>
      <p className="text-sm text-muted [&>*+*]:before:content-['_·_']">
        <span className="min-w-0">
          <RunCause slug={slug} run={run} />
        </span>
        {run.model === null ? null : <span>{run.model}</span>}
        {isSkillOld(run) ? (
          <span className="text-amber">
            {t("header.skill", { version: run.skillVersion ?? 0, now: run.skillVersionNow ?? 0 })}
          </span>
        ) : null}
        {run.attempt > 1 ? <span>{t("header.attempt", { attempt: run.attempt })}</span> : null}
      </p>
      <TakeoverLine run={run} actions={actions} />
    </header>
  );
}

/** The cause names the version; only one that is no longer the newest is worth a second word (ux 13). */
function isSkillOld(run: RunDetail): boolean {
  return (
    run.skillVersion !== null &&
    run.skillVersionNow !== null &&
    run.skillVersionNow !== run.skillVersion
  );
}

/** Renewed every second; hidden from speech, which it would fill without end. */
function Elapsed({ run }: { run: RunDetail }) {
  const format = useFormat();
  const now = useNow(1_000);
  const from = Date.parse(run.startedAt ?? run.createdAt);
  const until = run.endedAt === null ? now : Date.parse(run.endedAt);
  return (
    <span aria-hidden={run.endedAt === null} suppressHydrationWarning>
      {until === 0 ? "" : format.duration(Math.max(0, until - from))}
    </span>
  );
}
