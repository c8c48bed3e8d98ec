"use client";
import { useQueries } from "@tanstack/react-query";
import { ticketSummarySchema } from "#server/contracts/ticket.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { useProjects } from "#app/_lib/queries.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

const foundSchema = listOf(ticketSummarySchema.pick({ id: true, title: true, status: true }));
const shown = 8;

/** Tickets that match in every project, those of the present one first. */
export function useFoundTickets(slug: string | null, text: string) {
  const { data: projects = [] } = useProjects();
  const search = text.trim().replace(/^#/, "");
  const slugs = projects
    .map((project) => project.slug)
    .toSorted((a, b) => Number(b === slug) - Number(a === slug));
  const answers = useQueries({
    queries: slugs.map((project) => ({
      queryKey: [...queryKeys.tickets(project), "search", search],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get(`${projectPath(project)}/tickets`, foundSchema, {
          signal,
          query: { search, limit: shown },
        }),
      enabled: search !== "",
    })),
  });
  return {
    isFetching: answers.some((answer) => answer.isFetching),
    tickets: answers
      .flatMap((answer, index) =>
        (answer.data ?? []).map((ticket) => ({ ...ticket, project: slugs[index] ?? "" })),
      )
      .slice(0, shown * 2),
  };
}
