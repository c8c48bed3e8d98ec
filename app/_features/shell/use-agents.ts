"use client";
import { useQuery } from "@tanstack/react-query";
import { memberSchema } from "#server/contracts/ticket.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

const membersSchema = listOf(memberSchema.pick({ name: true, slug: true, kind: true, type: true }));

export function useAgents(slug: string | null) {
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.skills(slug ?? ""), "members"],
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug ?? "")}/members`, membersSchema, { signal }),
    enabled: slug !== null,
  });
  return data
    .filter((member) => member.kind === "agent")
    .map((member) => ({ ...member, project: slug ?? "" }));
}
