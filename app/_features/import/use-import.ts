"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { importReportSchema, type ImportReport } from "#server/contracts/import.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";

/** What the page sends beside the project; see POST P/import. */
export interface ImportWish {
  source?: { url?: string; project?: string };
  what?: { tickets?: boolean; sessions?: boolean; costs?: boolean };
  preview?: boolean;
  goLive?: boolean;
  confirm?: boolean;
}

const keyOf = (slug: string) => [...queryKeys.project(slug), "import"] as const;

/** The report without asking anybody outside. */
export function useImportReport(slug: string) {
  return useQuery({
    queryKey: keyOf(slug),
    queryFn: ({ signal }) =>
      api.post(`${projectPath(slug)}/import`, {}, importReportSchema, { signal }),
  });
}

/** One step of the import; what it changed is read anew. `onDone` is told even when the page has gone. */
export function useImportStep(slug: string, onDone: () => void = () => undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: ImportWish): Promise<ImportReport> =>
      api.post(`${projectPath(slug)}/import`, wish, importReportSchema),
    onSuccess: onDone,
    onSettled: (_answer, _error, wish) =>
      wish.preview === true ? undefined : refresh(client, slug),
  });
}

/** Makes a column or member that automations name. */
export function useCreateNamed(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name }: { kind: "column" | "agent" | "person"; name: string }) =>
      kind === "column"
        ? api.post(`${projectPath(slug)}/columns`, { name }, anythingSchema)
        : api.post(`${projectPath(slug)}/members`, { name, kind }, anythingSchema),
    onSettled: () => refresh(client, slug),
  });
}

async function refresh(client: ReturnType<typeof useQueryClient>, slug: string): Promise<void> {
  await Promise.all(
    [queryKeys.project(slug), queryKeys.projects, queryKeys.system, queryKeys.costs].map(
      (queryKey) => client.invalidateQueries({ queryKey }),
    ),
  );
}
