"use client";
import { useQuery } from "@tanstack/react-query";
import { whyAnswerSchema, type WhyAnswer } from "#server/contracts/why.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

/** What would happen to a ticket dropped into a column (ux 28). */
export function dropQuery(slug: string, ticket: number, column: string) {
  return {
    queryKey: [...queryKeys.why(slug, ticket), "drop", column],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get(`${projectPath(slug)}/tickets/${ticket}/why`, whyAnswerSchema, {
        signal,
        query: { column },
      }),
    staleTime: 5_000,
  };
}

export function useDropConsequence(slug: string, ticket: number | null, column: string) {
  return useQuery({ ...dropQuery(slug, ticket ?? 0, column), enabled: ticket !== null });
}

/** An unassigned ticket would do nothing there, because the assignee decides: the drop then asks who (ux 28). */
export function doesAssigneeDecide(answer: WhyAnswer): boolean {
  return answer.drop?.sentence.key === "drop.nothing_unassigned";
}
