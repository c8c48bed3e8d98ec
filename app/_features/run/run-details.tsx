"use client";
import type { ReactNode } from "react";
import type { RunDetail } from "#server/contracts/run.ts";
import { Button } from "#app/_components/button.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { apiUrl } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { TerminalText } from "./tool-renderers/terminal-text.tsx";
import { runPath, useRun } from "./use-run.ts";
import { detailsWords } from "./details-words.ts";

/** Codes and evidence: what nobody needs until something is odd. */
export function RunDetails({ slug, runId }: { slug: string; runId: string }) {
  const run = useRun(slug, runId);
  if (run.isError) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  if (run.data === undefined)
    return (
      <div className="p-3">
        <SkeletonLines count={8} />
      </div>
    );
  return <Details slug={slug} run={run.data} />;
}

function Details({ slug, run }: { slug: string; run: RunDetail }) {
  const t = useT(detailsWords);
  const format = useFormat();
  const ending = [run.state, run.outcome, run.verdict].filter((word) => word !== null).join(" · ");
  const exit = [run.exitCode, run.exitSignal].filter((part) => part !== null).join(" · ");
  return (
    <div className="flex flex-col gap-3 p-3">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        <Fact name={t("details.ids")}>{run.id}</Fact>
        <Fact name={t("details.outcome")}>{ending}</Fact>
        <Fact name={t("details.error")}>{run.error}</Fact>
        <Fact name={t("details.session")}>{run.sessionId}</Fact>
        <Fact name={t("details.previous")}>{run.previousRunId}</Fact>
        <Fact name={t("details.automation")}>{run.automation}</Fact>
        <Fact name={t("details.group")}>{run.concurrencyGroup}</Fact>
        <Fact name={t("details.model")}>{run.model}</Fact>
        <Fact name={t("details.level")}>{t(`level.${run.permissionLevel}`)}</Fact>
        <Fact name={t("details.tools")}>{run.allowedTools.join(", ")}</Fact>
        <Fact name={t("details.limits")}>
          {t("details.limitsText", {
            turns: run.maxTurns,
            time: format.duration(run.timeoutSeconds * 1000),
          })}
        </Fact>
        <Fact name={t("details.forced")}>{run.forcedGates.join(", ")}</Fact>
        <Fact name={t("details.folder")}>{run.cwd}</Fact>
        <Fact name={t("details.cli")}>{run.cliVersion}</Fact>
        <Fact name={t("details.containment")}>
          {run.containment === null ? null : t(`containment.${run.containment}`)}
        </Fact>
        <Fact name={t("details.exit")}>{exit}</Fact>
        <Fact name={t("details.terminal")}>{run.attachCommand}</Fact>
        <Fact name={t("details.pruned")}>
          {run.prunedAt === null ? null : format.exact(run.prunedAt)}
        </Fact>
      </dl>
      <div>
        <Button size="small" asChild>
          <a href={apiUrl(`${runPath(slug, run.id)}/log`)} target="_blank" rel="noopener">
            {t("details.log")}
          </a>
        </Button>
      </div>
      <Block name={t("details.contract")} text={JSON.stringify(run.contract, null, 2) ?? ""} />
      <Block name={t("details.prompt")} text={run.prompt} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-mono text-sm break-words">{children}</dd>
    </>
  );
}

function Block({ name, text }: { name: string; text: string }) {
  return (
    <details>
      <summary className="min-h-6 font-medium">{name}</summary>
      <TerminalText text={text} className="mt-1" />
    </details>
  );
}
