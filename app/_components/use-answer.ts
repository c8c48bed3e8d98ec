"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { answerText } from "#app/_lib/answer-text.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { notify } from "./toast.tsx";
import { useTellTaken } from "./use-tell-taken.ts";
import { componentWords } from "./words.ts";

/** Where the run that asked stands, and the ticket its answers are told on. */
export interface Asked {
  runId: string;
  ticket: number | null;
}

/**
 * Answers what a run asks. The server takes one answer per question; a second one may become a comment.
 * Each has a key of its own: sent again over a bad line it is the same, another one is refused.
 */
export function useAnswer(slug: string, { runId, ticket }: Asked) {
  const t = useT(componentWords);
  const client = useQueryClient();
  const tellTaken = useTellTaken(slug);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ key, ...answer }: AnswerQuestion & { key: string }) =>
      api.post(
        `${projectPath(slug)}/runs/${encodeURIComponent(runId)}/answer`,
        answer,
        anythingSchema,
        { idempotencyKey: key },
      ),
    onError: (error, { answer }) => {
      const words = "labels" in answer ? answerText(answer) : (answer.note ?? "");
      if (tellTaken(error, { ticket, words })) return;
      notify({ kind: "error", text: t("answer.failed"), detail: error.message });
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.tickets(slug), queryKeys.inbox].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const answer = useCallback(
    (said: AnswerQuestion) => mutate({ ...said, key: crypto.randomUUID() }),
    [mutate],
  );
  return { answer, isBusy: isPending || isSuccess };
}
