"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { costsSchema, type CostGrouping } from "#server/contracts/costs.ts";
import { api } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { periodProblem, toQuery, type CostFilters } from "./filters.ts";

/** The day may change, and a long run books in its middle: neither is told by an event. */
const rereadMs = 120_000;

/** Kept current by the socket bridge; while other filters are read, what was shown stays. */
export function useCosts(filters: CostFilters) {
  const query = toQuery(filters);
  return useQuery({
    queryKey: queryKeys.costList(query),
    queryFn: ({ signal }) => api.get("/costs", costsSchema, { query, signal }),
    enabled: periodProblem(filters.period) === null,
    placeholderData: keepPreviousData,
    refetchInterval: rereadMs,
  });
}

/** Agents or people that cost something in the period, for a choice among them. */
export function useCostChoices(
  filters: CostFilters,
  by: Extract<CostGrouping, "agent" | "person">,
): { value: string; label: string }[] {
  const chosen = filters[by];
  const { data } = useCosts({ ...filters, agent: "", person: "", by });
  const items = data?.by === by ? data.items : [];
  const found = items.flatMap(({ key, label }) =>
    key === null ? [] : [{ value: key, label: label ?? key }],
  );
  const isListed = chosen === "" || found.some(({ value }) => value === chosen);
  return isListed ? found : [...found, { value: chosen, label: chosen }];
}
