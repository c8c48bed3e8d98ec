"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { startRunAnswerSchema } from "#server/contracts/run.ts";
import { notify } from "#app/_components/toast.tsx";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { runPath } from "./use-run.ts";
import { runWords } from "./words.ts";

/** Stop, hold, try again, move on: each says what came of it. */
export function useRunActions(slug: string, run: string, agent: string) {
  const t = useT(runWords);
  const say = useSentence();
  const client = useQueryClient();
  const [isStopping, setStopping] = useState(false);
  const actions = useMemo(() => {
    const fail = (text: string) => (error: unknown) => {
      notify({
        kind: "error",
        text,
        detail: error instanceof Error ? error.message : String(error),
      });
    };
    const refresh = () => client.invalidateQueries({ queryKey: queryKeys.project(slug) });
    return {
      /** With `undo` the run's changes are taken back once it has stopped, whoever is still looking. */
      async stop(undo = false): Promise<void> {
        setStopping(true);
        const body = undo ? { undo } : {};
        await api
          .post(`${runPath(slug, run)}/stop`, body, anythingSchema)
          .catch((error: unknown) => {
            setStopping(false);
            fail(t("stop.failed"))(error);
          });
        await client.invalidateQueries({ queryKey: queryKeys.run(slug, run) });
      },
      async hold(): Promise<void> {
        await api
          .post(
            `${projectPath(slug)}/agents/${encodeURIComponent(agent)}/hold`,
            { paused: true },
            anythingSchema,
          )
          .then(
            () => notify({ text: t("hold.done", { agent }) }),
            fail(t("hold.failed", { agent })),
          );
        await client.invalidateQueries({ queryKey: queryKeys.skills(slug) });
      },
      async retry(): Promise<void> {
        await api.post(`${runPath(slug, run)}/retry`, {}, startRunAnswerSchema).then(
          (answer) =>
            notify({
              text: "runId" in answer ? t("tryAgain.started", { agent }) : say(answer.sentence),
            }),
          fail(t("tryAgain.failed")),
        );
        await refresh();
      },
      async approve(ticket: number): Promise<void> {
        await api
          .post(`${projectPath(slug)}/tickets/${ticket}/approve`, {}, anythingSchema)
          .then(() => notify({ text: t("approved") }), fail(t("moved.failed")));
        await refresh();
      },
      /** True when the message got through; else the text stays with the person. */
      async sendBack(ticket: number, text: string): Promise<boolean> {
        const isSent = await api
          .post(`${projectPath(slug)}/tickets/${ticket}/sendback`, { text }, anythingSchema)
          .then(
            () => true,
            (error: unknown) => {
              fail(t("sendBack.failed"))(error);
              return false;
            },
          );
        await refresh();
        return isSent;
      },
      async move(ticket: number, column: string): Promise<void> {
        await api
          .patch(
            `${projectPath(slug)}/tickets/${ticket}/status`,
            { status: column },
            anythingSchema,
          )
          .then(() => notify({ text: t("moved.to", { column }) }), fail(t("moved.failed")));
        await refresh();
      },
    };
  }, [agent, client, run, say, slug, t]);
  return { ...actions, isStopping };
}
