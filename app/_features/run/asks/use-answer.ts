"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import { notify } from "#app/_components/toast.tsx";
import { useTellTaken } from "#app/_components/use-tell-taken.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { answerText } from "./ask-story.tsx";
import { askWords } from "./words.ts";

/** Sends an answer. The server takes one per question; a second one may become a comment. */
export function useAnswer(slug: string, run: string, ticket: number | null) {
  const t = useT(askWords);
  const client = useQueryClient();
  const tellTaken = useTellTaken(slug);
  return useMutation({
    mutationFn: (answer: AnswerQuestion) =>
      api.post(
        `${projectPath(slug)}/runs/${encodeURIComponent(run)}/answer`,
        answer,
        anythingSchema,
      ),
    onError: (error, { answer }) => {
      const words = "labels" in answer ? answerText(answer) : (answer.note ?? "");
      if (tellTaken(error, { ticket, words })) return;
      notify({ kind: "error", text: t("ask.failed"), detail: error.message });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.tickets(slug) }),
        client.invalidateQueries({ queryKey: queryKeys.inbox }),
      ]),
  });
}
