"use client";
import { useQuery } from "@tanstack/react-query";
import { runSummarySchema } from "#server/contracts/run.ts";
import { ticketSchema } from "#server/contracts/ticket.ts";
import { whyAnswerSchema } from "#server/contracts/why.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

export function ticketPath(slug: string, number: number): string {
  return `${projectPath(slug)}/tickets/${number}`;
}

export function useTicket(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.ticket(slug, number),
    queryFn: ({ signal }) =>
      api.get(ticketPath(slug, number), ticketSchema, { query: { deleted: true }, signal }),
  });
}

/** Runs of the ticket, newest first. */
export function useTicketRuns(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.ticketRuns(slug, number),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/runs`, listOf(runSummarySchema), {
        query: { ticket: number, limit: 100 },
        signal,
      }),
  });
}

export function useWhy(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.why(slug, number),
    queryFn: ({ signal }) =>
      api.get(`${ticketPath(slug, number)}/why`, whyAnswerSchema, { signal }),
    refetchInterval: 15_000,
  });
}
