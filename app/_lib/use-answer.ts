"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnswerQuestion } from "#server/contracts/run.ts";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import { anythingSchema, api, projectPath } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

/** Answers a question once; the key makes sending it again over a bad line harmless. */
export function useAnswer(slug: string, question: OpenQuestion) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: AnswerQuestion["answer"]) =>
      api.post(
        `${projectPath(slug)}/runs/${question.runId}/answer`,
        { questionId: question.id, answer },
        anythingSchema,
        {
          // Another answer is another request: it is refused, not taken for this one.
          idempotencyKey: `answer-${question.id}-${encodeURIComponent(JSON.stringify(answer)).slice(0, 120)}`,
        },
      ),
    onSettled: async () => {
      const keys = [
        queryKeys.inbox,
        ...(question.ticket === null ? [] : [queryKeys.ticket(slug, question.ticket)]),
      ];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
