"use client";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { Skeleton, SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { CostFilterBar } from "./cost-filter-bar.tsx";
import { CostTable } from "./cost-table.tsx";
import { CostTotals } from "./cost-totals.tsx";
import { DayPlot } from "./day-plot.tsx";
import { costsPath, readFilters, type CostFilters } from "./filters.ts";
import { GroupPlot } from "./group-plot.tsx";
import { useCosts } from "./use-costs.ts";
import { costsWords } from "./words.ts";

/** What work cost over all projects; every choice is in the address (ux 18). */
export function CostsPage() {
  const t = useT(costsWords);
  const router = useRouter();
  const filters = readFilters(useSearchParams());
  const query = useCosts(filters);
  const costs = query.data;
  const change = (part: Partial<CostFilters>) =>
    router.replace(costsPath({ ...filters, ...part }), { scroll: false });
  return (
    <div className="mx-auto flex max-w-320 flex-col gap-3 px-4 py-4">
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <CostFilterBar filters={filters} shown={costs} onChange={change} />
      {query.isError && !costs ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isLoading ? <Loading /> : null}
      {costs === undefined ? null : costs.totals.spentUsd === 0 &&
        costs.totals.runs === 0 &&
        costs.totals.reservedUsd === 0 ? (
        <Empty filters={filters} onClear={() => router.replace("/costs")} />
      ) : (
        <>
          <CostTotals costs={costs} slug={filters.project} />
          {costs.by === "day" ? <DayPlot costs={costs} /> : <GroupPlot costs={costs} />}
          <CostTable costs={costs} filters={filters} />
        </>
      )}
    </div>
  );
}

function Loading() {
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-18 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-60 rounded-lg" />
      <SkeletonLines count={6} className="h-8" />
    </>
  );
}

function Empty({ filters, onClear }: { filters: CostFilters; onClear: () => void }) {
  const t = useT(costsWords);
  const current = useCurrentProject();
  const isFiltered = filters.project + filters.agent + filters.person !== "";
  const board = filters.project === "" ? current?.slug : filters.project;
  return (
    <EmptyState
      title={t("empty")}
      action={
        <>
          {isFiltered ? <Button onClick={onClear}>{t("clear")}</Button> : null}
          {board === undefined ? null : (
            <Button asChild>
              <Link href={`/p/${encodeURIComponent(board)}`}>{t("openBoard")}</Link>
            </Button>
          )}
        </>
      }
    >
      {isFiltered ? t("emptyFiltered") : t("emptyText")}
    </EmptyState>
  );
}
