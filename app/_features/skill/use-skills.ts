"use client";
import { useQuery } from "@tanstack/react-query";
import { agentSummarySchema, skillSchema } from "#server/contracts/skill.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

export function skillPath(slug: string, agent: string): string {
  return `${projectPath(slug)}/skills/${encodeURIComponent(agent)}`;
}

export function useAgents(slug: string) {
  return useQuery({
    queryKey: queryKeys.skills(slug),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/skills`, listOf(agentSummarySchema), { signal }),
  });
}

export function useSkill(slug: string, agent: string) {
  return useQuery({
    queryKey: queryKeys.skill(slug, agent),
    queryFn: ({ signal }) => api.get(skillPath(slug, agent), skillSchema, { signal }),
  });
}
