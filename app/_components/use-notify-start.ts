"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { StartRunAnswer } from "#server/contracts/run.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { notify } from "./toast.tsx";
import { componentWords } from "./words.ts";

/** Takes back what a person asked to start and nothing has begun; says what came of it. */
export function useWithdraw(slug: string): (ticket: number) => Promise<void> {
  const t = useT(componentWords);
  const client = useQueryClient();
  return useCallback(
    async (ticket) => {
      const number = `#${ticket}`;
      await api.delete(`${projectPath(slug)}/tickets/${ticket}/run`, anythingSchema).then(
        () => notify({ text: t("start.withdrawn", { number }), id: `start-${ticket}` }),
        (error: unknown) =>
          notify({
            kind: "error",
            text: t("start.notWithdrawn"),
            detail: error instanceof Error ? error.message : String(error),
          }),
      );
      await client.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
    [client, slug, t],
  );
}

/** What came of a start: it runs, or when its turn comes, with the way to take it back (ux 35). */
export function useNotifyStart(
  slug: string,
): (answer: StartRunAnswer, what: { agent: string; ticket: number }) => void {
  const t = useT(componentWords);
  const say = useSentence();
  const withdraw = useWithdraw(slug);
  return useCallback(
    (answer, { agent, ticket }) => {
      const number = `#${ticket}`;
      const id = `start-${ticket}`;
      if ("runId" in answer) {
        notify({ text: t("start.started", { agent, number }), id });
        return;
      }
      notify({
        text: t("start.queued", { number, place: say(answer.place) }),
        detail: say(answer.sentence),
        id,
        action: { label: t("start.withdraw"), onClick: () => void withdraw(ticket) },
      });
    },
    [say, t, withdraw],
  );
}
