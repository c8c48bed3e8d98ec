"use client";
import { useQuery } from "@tanstack/react-query";
import { columnUseSchema } from "#server/contracts/board-settings.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

/** Whether a rule may start something for a ticket that is created in this column; false until it is known. */
export function useIsStarting(slug: string, column: number): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.columnStarts(slug, column),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/columns/${column}/automations`, columnUseSchema, { signal }),
    staleTime: 30_000,
  });
  return data?.isStarting ?? false;
}
