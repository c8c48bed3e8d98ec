"use client";
import { costGroupings, type Costs } from "#server/contracts/costs.ts";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { CustomPeriod } from "./custom-period.tsx";
import { periods, type CostFilters } from "./filters.ts";
import { useCostChoices } from "./use-costs.ts";
import { costsWords } from "./words.ts";

export function CostFilterBar({
  filters,
  shown,
  onChange,
}: {
  filters: CostFilters;
  /** What is on the page now: days chosen by hand start from its days. */
  shown: Costs | undefined;
  onChange: (part: Partial<CostFilters>) => void;
}) {
  const t = useT(costsWords);
  const { data: projects = [] } = useProjects();
  const agents = useCostChoices(filters, "agent");
  const people = useCostChoices(filters, "person");
  const { period } = filters;
  return (
    <div role="search" aria-label={t("filters")} className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t("by")}
        value={filters.by}
        onValueChange={(by) => onChange({ by })}
        options={costGroupings.map((by) => ({ value: by, label: `${t("by")}: ${t(`by.${by}`)}` }))}
      />
      <Select
        aria-label={t("project")}
        className="max-w-56"
        value={filters.project}
        onValueChange={(project) => onChange({ project })}
        options={[
          { value: "", label: `${t("project")}: ${t("all")}` },
          ...projects.map((project) => ({ value: project.slug, label: project.name })),
        ]}
      />
      <Select
        aria-label={t("agent")}
        className="max-w-56"
        value={filters.agent}
        onValueChange={(agent) => onChange({ agent })}
        options={[{ value: "", label: `${t("agent")}: ${t("all")}` }, ...agents]}
      />
      <Select
        aria-label={t("person")}
        className="max-w-56"
        value={filters.person}
        onValueChange={(person) => onChange({ person })}
        options={[{ value: "", label: `${t("person")}: ${t("allPeople")}` }, ...people]}
      />
      <Select
        aria-label={t("period")}
        value={typeof period === "number" ? String(period) : "custom"}
        onValueChange={(value) => {
          const days = periods.find((known) => String(known) === value);
          if (days !== undefined) onChange({ period: days });
          else if (shown) onChange({ period: { from: shown.from, to: shown.to } });
        }}
        options={[
          ...periods.map((days) => ({
            value: String(days),
            label: t("period.last", { count: days }),
          })),
          { value: "custom", label: t("period.custom") },
        ]}
      />
      {typeof period === "number" ? null : (
        <CustomPeriod period={period} onChange={(next) => onChange({ period: next })} />
      )}
    </div>
  );
}
