"use client";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Costs } from "#server/contracts/costs.ts";
import type { Project } from "#server/contracts/project.ts";
import { Gauge } from "#app/_components/gauge.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { moneyText } from "./money-text.ts";
import { costsWords } from "./words.ts";

/** The sums of the period; of one project also today's money against the cap. */
export function CostTotals({ costs, slug }: { costs: Costs; slug: string }) {
  const t = useT(costsWords);
  const format = useFormat();
  const project = useProjects().data?.find((one) => one.slug === slug) ?? null;
  const { totals } = costs;
  return (
    <section aria-label={t("summary")} className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
        <Fact name={t("spent")} value={moneyText(totals, format)}>
          {totals.estimatedUsd > 0
            ? t("estimatedHint", { cost: format.money(totals.estimatedUsd) })
            : t("spentHint", { from: format.day(costs.from), to: format.day(costs.to) })}
        </Fact>
        <Fact name={t("reserved")} value={format.money(totals.reservedUsd)}>
          {t("reservedHint")}
        </Fact>
        <Fact name={t("runs")} value={format.number(totals.runs)}>
          {totals.runs === 0
            ? null
            : t("runsHint", { cost: format.money(totals.spentUsd / totals.runs) })}
        </Fact>
        {project === null ? null : <Today project={project} />}
      </dl>
      {totals.unpricedRuns === 0 ? null : (
        <p className="flex items-start gap-1.5 text-amber">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          {t("unpriced", { count: totals.unpricedRuns })}
        </p>
      )}
    </section>
  );
}

function Fact({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface px-3 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span data-number className="block truncate text-xl font-semibold">
          {value}
        </span>
        <span className="block min-h-4.5 text-sm text-muted">{children}</span>
      </dd>
    </div>
  );
}

/** Today's money against the cap, as the bar shows it. */
function Today({ project }: { project: Project }) {
  const t = useT(costsWords);
  const format = useFormat();
  const { spentUsd, reservedUsd, capUsd, isEstimated } = project.budget;
  const spent = `${isEstimated ? "~" : ""}${format.money(spentUsd)}`;
  if (capUsd === null) {
    return (
      <Fact name={t("today")} value={spent}>
        {t("todayNoCap")}
      </Fact>
    );
  }
  const cap = format.moneyShort(capUsd);
  return (
    <Fact name={t("today")} value={spent}>
      <span className="flex items-center gap-2">
        {t("todayCap", { cap })}
        {capUsd === 0 ? null : (
          <Gauge
            label={t("gauge", { spent, cap, reserved: format.money(reservedUsd) })}
            share={spentUsd / capUsd}
            reserved={reservedUsd / capUsd}
            className="min-w-8 flex-1"
          />
        )}
      </span>
    </Fact>
  );
}
