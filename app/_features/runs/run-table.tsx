"use client";
import Link from "next/link";
import type { RunSummary } from "#server/contracts/run.ts";
import { Badge } from "#app/_components/badge.tsx";
import { StateIcon } from "#app/_components/state-word.tsx";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { lookOfRun } from "./run-look.ts";
import { runsWords } from "./words.ts";

export function RunTable({ runs }: { runs: readonly RunSummary[] }) {
  const t = useT(runsWords);
  return (
    <Table label={t("title")}>
      <thead>
        <tr>
          {(
            [
              "state",
              "ticket",
              "agent",
              "project",
              "model",
              "started",
              "length",
              "turns",
              "cost",
            ] as const
          ).map((name) => (
            <Th
              key={name}
              className={
                name === "length" || name === "turns" || name === "cost" ? "text-right" : ""
              }
            >
              {t(name)}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id} run={run} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ run }: { run: RunSummary }) {
  const t = useT(runsWords);
  const format = useFormat();
  const at = run.startedAt ?? run.createdAt;
  const label =
    run.state === "ended" && run.outcome ? t(`outcome.${run.outcome}`) : t(`state.${run.state}`);
  return (
    <tr data-run={run.id} className="last:[&>td]:border-b-0 hover:bg-hover">
      <Td className="whitespace-nowrap">
        <span className="inline-flex items-center gap-1.5">
          <StateIcon word={lookOfRun(run)} />
          {label}
        </span>
      </Td>
      <Td className="max-w-96 min-w-48">
        {run.ticket === null ? (
          <span className="text-muted">{t("noTicket")}</span>
        ) : (
          <Link
            href={`/p/${encodeURIComponent(run.project)}/t/${run.ticket}?run=${run.id}`}
            className="block truncate hover:underline"
          >
            <span className="mr-1.5 text-muted">{run.ticket}</span>
            {run.ticketTitle}
          </Link>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        {run.agent}
        {run.attempt > 1 ? (
          <span className="ml-1.5 text-sm text-muted">{t("attempt", { count: run.attempt })}</span>
        ) : null}
        {run.isDemo ? <Badge className="ml-1.5">{t("demo")}</Badge> : null}
      </Td>
      <Td className="whitespace-nowrap text-muted">{run.project}</Td>
      <Td className="whitespace-nowrap text-muted">{run.model}</Td>
      <Td className="whitespace-nowrap text-muted">
        <TimeAgo at={at} />
      </Td>
      <Td className="text-right whitespace-nowrap">
        <Length run={run} />
      </Td>
      <Td className="text-right">{format.number(run.turns)}</Td>
      <Td className="text-right whitespace-nowrap">
        {run.isCostEstimated ? "~" : ""}
        {format.money(run.costUsd)}
      </Td>
    </tr>
  );
}

function Length({ run }: { run: RunSummary }) {
  const format = useFormat();
  const now = useNow(5_000);
  if (run.startedAt === null || (run.endedAt === null && now === 0)) return null;
  const end = run.endedAt === null ? now : Date.parse(run.endedAt);
  return format.duration(end - Date.parse(run.startedAt));
}
