"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { diskUsageSchema } from "#server/contracts/project.ts";
import type { Project } from "#server/contracts/project.ts";
import { settingsOverviewSchema } from "#server/contracts/project-settings.ts";
import { columnSchema, labelSchema, memberSchema } from "#server/contracts/ticket.ts";
import { anythingSchema, api, listOf, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

export function useOverview(slug: string) {
  return useQuery({
    queryKey: queryKeys.overview(slug),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/settings/overview`, settingsOverviewSchema, { signal }),
  });
}

/** Measured anew whenever it is shown: it walks the folders of the runs. */
export function useDiskUsage(slug: string) {
  return useQuery({
    queryKey: queryKeys.diskUsage(slug),
    queryFn: ({ signal }) => api.get(`${projectPath(slug)}/usage`, diskUsageSchema, { signal }),
  });
}

export function useColumns(slug: string) {
  return useQuery({
    queryKey: queryKeys.parts(slug, "columns"),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/columns`, listOf(columnSchema), { signal }),
  });
}

export function useLabels(slug: string) {
  return useQuery({
    queryKey: queryKeys.parts(slug, "labels"),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/labels`, listOf(labelSchema), { signal }),
  });
}

export function useMembers(slug: string) {
  return useQuery({
    queryKey: queryKeys.parts(slug, "members"),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/members`, listOf(memberSchema), { signal }),
  });
}

interface Write {
  method: "post" | "patch" | "delete";
  /** Below the project: `/columns/3`. */
  path: string;
  body?: object;
  query?: Record<string, string | boolean>;
}

/** One write of a setting. What the page, the board and the bar show is read again, also after a refusal. */
export function useWrite(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, path, body = {}, query = {} }: Write) => {
      const url = `${projectPath(slug)}${path}`;
      if (method === "delete") return api.delete(url, anythingSchema, { query });
      return api[method](url, body, anythingSchema, { query });
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.project(slug), queryKeys.projects, queryKeys.system].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

type ProjectField =
  | "name"
  | "workspacePath"
  | "fallbackModel"
  | "permissionLevel"
  | "allowedCommands"
  | "allowedHosts"
  | "timeZone"
  | "agentsMayFinish"
  | "answerWaitSeconds"
  | "skillChange"
  | "onLost"
  | "retentionDays";

/** Saves one field of the project, unless somebody changed it since it was shown. */
export function useProjectField<F extends ProjectField>(project: Project, field: F) {
  const { mutateAsync, error, isPending, isSuccess } = useWrite(project.slug);
  return {
    error,
    isPending,
    isSuccess,
    save: (value: Project[F]): Promise<unknown> =>
      mutateAsync({
        method: "patch",
        path: "",
        body: {
          [field]: value,
          ...(project[field] === null ? {} : { was: { [field]: project[field] } }),
        },
      }),
  };
}
