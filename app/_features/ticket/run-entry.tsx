"use client";
import { Play } from "lucide-react";
import type { RunSummary } from "#server/contracts/run.ts";
import type { StateWord as Word } from "#server/contracts/words.ts";
import { Badge } from "#app/_components/badge.tsx";
import { cn } from "#app/_components/class-names.ts";
import { StateWord } from "#app/_components/state-word.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { storyWords } from "./story-words.ts";

/** A run as one folded line of the story; pressing it shows it. */
export function RunEntry({
  run,
  isShown,
  onShow,
}: {
  run: RunSummary;
  isShown: boolean;
  onShow: () => void;
}) {
  const t = useT(storyWords);
  const format = useFormat();
  return (
    <button
      type="button"
      onClick={onShow}
      aria-current={isShown}
      title={t(isShown ? "run.current" : "run.open")}
      className={cn(
        "flex min-h-7 w-full flex-wrap items-center gap-x-2 rounded border px-2 py-0.5 text-left hover:bg-hover",
        isShown && "border-accent bg-accent-tint",
      )}
    >
      <Play size={12} className="text-muted" aria-hidden />
      <span className="font-medium">{t("run.row", { agent: run.agent })}</span>
      <StateWord word={entryWord(run)} className="text-sm" />
      {run.lastAction === null || run.state === "ended" ? null : (
        <span className="min-w-0 truncate text-sm text-muted">{run.lastAction}</span>
      )}
      {run.isDemo ? <Badge hue="violet">{t("run.demo")}</Badge> : null}
      <span className="flex-1" />
      <span className="text-sm text-muted">
        {run.isCostEstimated ? "~" : ""}
        {format.money(run.costUsd)}
      </span>
      <TimeAgo at={run.createdAt} className="text-sm text-muted" />
    </button>
  );
}

/** The word of a run of the past or present, without the ticket around it. */
export function entryWord(run: Pick<RunSummary, "state" | "outcome" | "verdict">): Word {
  if (run.state === "awaiting_input") return "asks";
  if (run.state === "running" || run.state === "ending") return "running";
  if (run.state !== "ended") return "starting";
  if (run.outcome === "stopped") return "stopped";
  if (run.outcome === "lost") return "interrupted";
  if (run.verdict === "STUCK") return "stuck";
  if (run.verdict === "DORMANT" || run.outcome === "rate_limited") return "sleeps";
  return run.outcome === "completed" || run.verdict === "DONE" ? "done" : "failed";
}
