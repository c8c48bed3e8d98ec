"use client";
import type { FleetRun } from "#server/contracts/fleet.ts";
import type { RunLiveState } from "#server/contracts/run.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { costText } from "../cost-text.ts";
import type { TodoItem } from "../transcript/row.ts";
import { runWords } from "../words.ts";
import { TodoBoxes } from "./todo-boxes.tsx";
import { tileWords } from "./words.ts";

/** Steps, time and money of a run, in one line. */
export function TileNumbers({
  run,
  live,
  todo,
  isActive,
  projectName,
}: {
  run: FleetRun;
  live: RunLiveState | null;
  todo: readonly TodoItem[] | null;
  isActive: boolean;
  projectName: string | null;
}) {
  const t = useT(tileWords);
  const words = useT(runWords);
  const format = useFormat();
  const isEstimated = live?.isCostEstimated ?? run.isCostEstimated;
  const cost = costText(live?.cost ?? run.costUsd, isEstimated, format);
  return (
    <div className="flex min-h-5 flex-wrap items-center gap-x-3 px-2.5 text-sm">
      <TodoBoxes items={todo} count={live?.todo ?? run.todo} />
      <TileElapsed since={run.startedAt ?? run.createdAt} />
      <span
        aria-hidden={isActive}
        title={isEstimated ? words("header.estimated") : undefined}
        data-tile-cost
      >
        {run.maxCostUsd === null
          ? cost
          : words("header.ofCap", { cost, cap: format.moneyShort(run.maxCostUsd) })}
      </span>
      {projectName === null ? null : (
        <span className="ml-auto min-w-0 truncate text-muted">
          {t("project", { project: projectName })}
        </span>
      )}
    </div>
  );
}

/** Ticks every second; hidden from speech. */
function TileElapsed({ since }: { since: string }) {
  const format = useFormat();
  const now = useNow(1_000);
  return (
    <span aria-hidden suppressHydrationWarning>
      {now === 0 ? "" : format.duration(Math.max(0, now - Date.parse(since)))}
    </span>
  );
}
