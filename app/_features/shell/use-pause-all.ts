"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { notify } from "#app/_components/toast.tsx";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { shellWords } from "./words.ts";

const answerSchema = z.object({ isPaused: z.boolean() });

/** Holds or releases every project at once; running agents finish (ux 19). */
export function usePauseAll() {
  const t = useT(shellWords);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => api.post("/pause-all", { paused }, answerSchema),
    onSuccess: async ({ isPaused }) => {
      notify({ text: t(isPaused ? "pauseAll.done" : "pauseAll.undone"), id: "pause-all" });
      await client.invalidateQueries({ queryKey: queryKeys.system });
    },
    onError: (error) => notify({ text: error.message, kind: "error" }),
  });
}
