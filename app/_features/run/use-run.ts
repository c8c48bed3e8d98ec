"use client";
import { useQuery } from "@tanstack/react-query";
import { runChangesSchema, runDetailSchema } from "#server/contracts/run.ts";
import { ticketSchema } from "#server/contracts/ticket.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

export function runPath(slug: string, run: string): string {
  return `${projectPath(slug)}/runs/${encodeURIComponent(run)}`;
}

export function useRun(slug: string, run: string) {
  return useQuery({
    queryKey: queryKeys.run(slug, run),
    queryFn: ({ signal }) => api.get(runPath(slug, run), runDetailSchema, { signal }),
  });
}

/** The ticket of a run: its open questions and its state. Shares the panel's cache. */
export function useRunTicket(slug: string, ticket: number | null) {
  return useQuery({
    queryKey: queryKeys.ticket(slug, ticket ?? 0),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/tickets/${ticket ?? 0}`, ticketSchema, { signal }),
    enabled: ticket !== null,
  });
}

/** Files between the run's two checkpoints; `refetch` while it runs is the caller's choice. */
export function useRunChanges(slug: string, run: string | null, isRunning: boolean) {
  return useQuery({
    queryKey: queryKeys.runChanges(slug, run ?? ""),
    queryFn: ({ signal }) =>
      api.get(`${runPath(slug, run ?? "")}/changes`, runChangesSchema, { signal }),
    enabled: run !== null,
    refetchInterval: isRunning ? 15_000 : false,
  });
}

/** How many files a run changed; null while unknown. */
export function useChangeCount(slug: string, run: string | null): number | null {
  const changes = useRunChanges(slug, run, false);
  return changes.data?.files.length ?? null;
}
