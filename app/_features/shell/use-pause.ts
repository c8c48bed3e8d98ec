"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { projectSchema, type Project } from "#server/contracts/project.ts";
import { notify } from "#app/_components/toast.tsx";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { shellWords } from "./words.ts";

export interface PauseWish {
  paused: boolean;
  stopRunning?: boolean;
}

/** Pauses or resumes a project; with `stopRunning` its runs are stopped too (ux 19). */
export function usePause(project: Pick<Project, "slug" | "name">) {
  const t = useT(shellWords);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: PauseWish) =>
      api.post(`${projectPath(project.slug)}/pause`, wish, projectSchema.pick({ isPaused: true })),
    onSuccess: async (answer) => {
      notify({
        text: t(answer.isPaused ? "pause.done" : "pause.undone", { project: project.name }),
        id: `pause-${project.slug}`,
      });
      await Promise.all(
        [queryKeys.projects, queryKeys.detail(project.slug), queryKeys.system].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => notify({ text: error.message, kind: "error" }),
  });
}
