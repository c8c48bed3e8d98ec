"use client";
import Link from "next/link";
import type { FleetRun } from "#server/contracts/fleet.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { runHref } from "./ticket-href.ts";
import { liveWords } from "./words.ts";

/** Runs beyond the six tiles: counted, and each a line. */
export function RestList({ runs }: { runs: readonly FleetRun[] }) {
  const t = useT(liveWords);
  const format = useFormat();
  if (runs.length === 0) return null;
  return (
    <section
      aria-labelledby="live-rest"
      className="scroll-thin shrink-0 rounded-lg border bg-surface px-2.5 py-1.5 lg:max-h-40 lg:overflow-y-auto"
    >
      <h2 id="live-rest" className="text-sm text-muted">
        {t("rest", { count: runs.length })}
      </h2>
      <ul className="flex flex-col">
        {runs.map((run) => (
          <li key={run.id} data-rest={run.id} className="flex min-h-6 min-w-0 items-center gap-2">
            <Link href={runHref(run)} className="min-w-0 truncate hover:underline">
              {run.ticket === null
                ? t("noTicket", { agent: run.agent })
                : `${run.ticket} ${run.ticketTitle ?? ""}`}
            </Link>
            <span className="shrink-0 text-sm text-muted">{run.agent}</span>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">{run.lastAction}</span>
            <span className="shrink-0 text-sm">{format.money(run.costUsd)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
