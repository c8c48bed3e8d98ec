"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { runSummarySchema } from "#server/contracts/run.ts";
import { api, listOf } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

const pageSize = 50;
const runsSchema = listOf(runSummarySchema);

export type RunFilters = Readonly<Record<"project" | "agent" | "outcome" | "active", string>>;

/** Runs of all projects, newest first; the next page follows the last id. */
export function useRunList(filters: RunFilters) {
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
  return useInfiniteQuery({
    queryKey: queryKeys.runList(query),
    queryFn: ({ signal, pageParam }) =>
      api.get("/runs", runsSchema, {
        signal,
        query: { ...query, limit: pageSize, after: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
  });
}
