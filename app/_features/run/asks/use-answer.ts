"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import { notify } from "#app/_components/toast.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { askWords } from "./words.ts";

/** Sends an answer. The server takes one per question, so sending it twice is harmless. */
export function useAnswer(slug: string, run: string) {
  const t = useT(askWords);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: AnswerQuestion) =>
      api.post(
        `${projectPath(slug)}/runs/${encodeURIComponent(run)}/answer`,
        answer,
        anythingSchema,
      ),
    onError: (error) => {
      const isConflict = error instanceof ApiError && error.status === 409;
      notify({
        kind: "error",
        text: t(isConflict ? "ask.conflict" : "ask.failed"),
        detail: error.message,
      });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.tickets(slug) }),
        client.invalidateQueries({ queryKey: queryKeys.inbox }),
      ]),
  });
}
