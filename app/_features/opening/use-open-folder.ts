"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { projectSchema, type CreateProject } from "#server/contracts/project.ts";
import { notify } from "#app/_components/toast.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { openingWords } from "./words.ts";

/** Makes the project and ends on its board. */
export function useOpenFolder() {
  const t = useT(openingWords);
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (project: Partial<CreateProject> & { name: string }) =>
      api.post("/projects", project, projectSchema.pick({ slug: true, name: true })),
    onSuccess: ({ slug }, wish) => {
      void client.invalidateQueries({ queryKey: queryKeys.projects });
      router.push(`/p/${encodeURIComponent(slug)}`);
      if (wish.firstTicket && wish.starterKit?.includes("programmer"))
        notify({ text: t("firstLine"), durationMs: 20_000 });
    },
    onError: (error) => notify({ kind: "error", text: t("failed", { reason: error.message }) }),
  });
}
