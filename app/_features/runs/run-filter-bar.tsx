"use client";
import { runOutcomes } from "#server/contracts/words.ts";
import { Checkbox, Input } from "#app/_components/field.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import type { RunFilters } from "./use-run-list.ts";
import { runsWords } from "./words.ts";

export function RunFilterBar({
  filters,
  onChange,
}: {
  filters: RunFilters;
  onChange: (part: Partial<RunFilters>) => void;
}) {
  const t = useT(runsWords);
  const { data: projects = [] } = useProjects();
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t("project")}
        value={filters.project}
        onValueChange={(project) => onChange({ project })}
        options={[
          { value: "", label: `${t("project")}: ${t("all")}` },
          ...projects.map((project) => ({ value: project.slug, label: project.name })),
        ]}
      />
      <Select
        aria-label={t("outcome")}
        value={filters.outcome}
        onValueChange={(outcome) => onChange({ outcome })}
        options={[
          { value: "", label: `${t("outcome")}: ${t("all")}` },
          ...runOutcomes.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) })),
        ]}
      />
      <Input
        aria-label={t("agent")}
        placeholder={t("agent")}
        defaultValue={filters.agent}
        onBlur={(event) => onChange({ agent: event.target.value.trim() })}
        onKeyDown={(event) => {
          if (event.key === "Enter") onChange({ agent: event.currentTarget.value.trim() });
        }}
        className="w-36"
      />
      <Checkbox
        label={t("onlyActive")}
        checked={filters.active === "true"}
        onChange={(event) => onChange({ active: event.target.checked ? "true" : "" })}
      />
    </div>
  );
}
