"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { RunFilterBar } from "./run-filter-bar.tsx";
import { RunTable } from "./run-table.tsx";
import { useRunList, type RunFilters } from "./use-run-list.ts";
import { runsWords } from "./words.ts";

/** Runs of all projects; the filters are in the URL. */
export function RunsPage() {
  const t = useT(runsWords);
  const router = useRouter();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const read = (name: string) => parameters.get(name) ?? "";
  const filters: RunFilters = {
    project: read("project"),
    agent: read("agent"),
    outcome: read("outcome"),
    active: read("active"),
  };
  const change = (part: Partial<RunFilters>) => {
    const entries = Object.entries({ ...filters, ...part }).filter(([, value]) => value !== "");
    router.replace(`${pathname}?${new URLSearchParams(entries).toString()}`, { scroll: false });
  };
  const list = useRunList(filters);
  const runs = list.data?.pages.flat() ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <div className="mx-auto flex max-w-320 flex-col gap-3 px-4 py-4 wide:max-w-400">
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <RunFilterBar filters={filters} onChange={change} />
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <SkeletonLines count={8} className="h-8" /> : null}
      {list.data && runs.length === 0 ? (
        <EmptyState
          title={isFiltered ? t("noneFiltered") : t("none")}
          action={
            isFiltered ? (
              <Button onClick={() => router.replace(pathname)}>{t("clear")}</Button>
            ) : null
          }
        >
          {isFiltered ? null : t("noneText")}
        </EmptyState>
      ) : null}
      {runs.length > 0 ? <RunTable runs={runs} /> : null}
      {list.hasNextPage ? (
        <Button
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("more")}
        </Button>
      ) : null}
    </div>
  );
}
