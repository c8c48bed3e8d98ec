"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { z } from "zod";
import { startRunAnswerSchema, type readjustSchema } from "#server/contracts/run.ts";
import { notify } from "#app/_components/toast.tsx";
import { useNotifyStart } from "#app/_components/use-notify-start.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { controlWords } from "./control-words.ts";
import { runPath } from "./use-run.ts";
import { runWords } from "./words.ts";

/** What is changed for another try. */
export type Readjust = z.input<typeof readjustSchema>;

/** Stop, hold, try again, move on: each says what came of it. */
export function useRunActions(slug: string, run: string, agent: string, ticket: number | null) {
  const t = useT(runWords);
  const control = useT(controlWords);
  const tellStart = useNotifyStart(slug);
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
      /** The same again, or with what a person changes for this try; true when it was taken. */
      async retry(change: Readjust = {}): Promise<boolean> {
        const isTaken = await api
          .post(`${runPath(slug, run)}/readjust`, change, startRunAnswerSchema)
          .then(
            (answer) => {
              tellStart(answer, { agent: change.agent ?? agent, ticket: ticket ?? 0 });
              return true;
            },
            (error: unknown) => {
              fail(t("tryAgain.failed"))(error);
              return false;
            },
          );
        await refresh();
        return isTaken;
      },
      /** With `wasAtWork` its turn is ended; taking that back lets the agent go on. */
      async takeOver(wasAtWork: boolean): Promise<void> {
        const back = (resume: boolean) =>
          api
            .post(`${runPath(slug, run)}/giveback`, { resume }, anythingSchema)
            .then(
              () =>
                notify({
                  text: resume ? control("giveBack.done", { agent }) : control("giveBack.undone"),
                  id: `takeover-${run}`,
                }),
              fail(control("giveBack.failed")),
            )
            .then(refresh);
        await api.post(`${runPath(slug, run)}/takeover`, {}, anythingSchema).then(
          () =>
            notify({
              text: control("takeOver.done", { agent }),
              id: `takeover-${run}`,
              action: { label: control("undo"), onClick: () => void back(wasAtWork) },
            }),
          fail(control("takeOver.failed")),
        );
        await refresh();
      },
      async giveBack(): Promise<void> {
        await api
          .post(`${runPath(slug, run)}/giveback`, {}, anythingSchema)
          .then(
            () => notify({ text: control("giveBack.done", { agent }), id: `takeover-${run}` }),
            fail(control("giveBack.failed")),
          );
        await refresh();
      },
      async release(group: string): Promise<void> {
        await api
          .post(`${runPath(slug, run)}/release`, {}, anythingSchema)
          .then(
            () => notify({ text: control("release.done", { group }) }),
            fail(control("release.failed")),
          );
        await refresh();
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
  }, [agent, client, control, run, slug, t, tellStart, ticket]);
  return { ...actions, isStopping };
}
