"use client";
import { useQuery } from "@tanstack/react-query";
import { ticketSchema } from "#server/contracts/ticket.ts";
import { whyAnswerSchema } from "#server/contracts/why.ts";
import { api, projectPath } from "#app/_lib/api.ts";
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

export function useWhy(slug: string, number: number) {
  return useQuery({
    queryKey: queryKeys.why(slug, number),
    queryFn: ({ signal }) =>
      api.get(`${ticketPath(slug, number)}/why`, whyAnswerSchema, { signal }),
    refetchInterval: 15_000,
  });
}
