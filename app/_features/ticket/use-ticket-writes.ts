"use client";
import { useQueryClient } from "@tanstack/react-query";
import { applyEdits, modify } from "jsonc-parser";
import { useMemo } from "react";
import { automationsAnswerSchema } from "#server/contracts/automation.ts";
import { startRunAnswerSchema } from "#server/contracts/run.ts";
import {
  ticketSchema,
  type Board,
  type PatchTicket,
  type Ticket,
} from "#server/contracts/ticket.ts";
import type { SmallestChange } from "#server/contracts/why.ts";
import { notify } from "#app/_components/toast.tsx";
import { useNotifyStart, useWithdraw } from "#app/_components/use-notify-start.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { undoOfPatch } from "#app/_lib/undo-of-patch.ts";
import { beginUndoable, type Undoable } from "#app/_lib/undo-stack.ts";
import { ticketPath } from "./use-ticket.ts";
import { ticketWords } from "./words.ts";

/** What one request does; settings are looked at before they are accepted. */
export type SmallWrite = Exclude<NonNullable<SmallestChange["write"]>, { kind: "accept_settings" }>;

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Every write of the panel. Each says what came of it; none throws, but the saving of texts. */
export function useTicketWrites(slug: string, number: number) {
  const client = useQueryClient();
  const t = useT(ticketWords);
  const tellStart = useNotifyStart(slug);
  const withdraw = useWithdraw(slug);
  return useMemo(() => {
    const path = ticketPath(slug, number);
    const key = queryKeys.ticket(slug, number);
    const refresh = () => client.invalidateQueries({ queryKey: queryKeys.project(slug) });
    const fail = (error: unknown) =>
      notify({ kind: "error", text: t("failed.action"), detail: reasonOf(error) });
    const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        await refresh();
      }
    };
    const undoOfEdit = (before: Ticket | undefined, change: PatchTicket): Undoable => {
      const items = before === undefined ? [] : [undoOfPatch(before, change)];
      return { project: slug, kind: "edit", items };
    };
    /** What takes it back has its place among what this tab did, from now on. */
    const undoably = async (work: () => Promise<unknown>, undoable: Undoable) => {
      const place = beginUndoable(slug);
      try {
        await work();
        place.keep(undoable);
      } catch (error) {
        place.drop();
        throw error;
      }
    };
    const writes = {
      /** Throws what the server says, so that a conflict can be shown beside the text. */
      async save(change: PatchTicket): Promise<void> {
        const before = client.getQueryData<Ticket>(key);
        const write = () => api.patch(path, change, anythingSchema);
        await undoably(write, undoOfEdit(before, change));
        await client.invalidateQueries({ queryKey: key });
      },
      async patch(change: PatchTicket, shown: Partial<Ticket>): Promise<boolean> {
        const before = client.getQueryData<Ticket>(key);
        client.setQueryData<Ticket>(key, (ticket) => ticket && { ...ticket, ...shown });
        const write = () => api.patch(path, change, anythingSchema);
        return attempt(() => undoably(write, undoOfEdit(before, change)));
      },
      /** With `stopRun` what runs on it is stopped too. */
      async move(column: string, stopRun = false): Promise<boolean> {
        const from = client.getQueryData<Ticket>(key)?.status ?? column;
        client.setQueryData<Ticket>(key, (ticket) => ticket && { ...ticket, status: column });
        const body = { status: column, ...(stopRun ? { stopRun } : {}) };
        const since = client.getQueryData<Board>(queryKeys.board(slug));
        const undoRuns = since === undefined ? {} : { undoRunsSince: since.revision };
        const change = { do: "move", status: from, ...undoRuns } as const;
        const items = from === column ? [] : [{ ticket: number, change }];
        const write = () => api.patch(`${path}/status`, body, anythingSchema);
        return attempt(() => undoably(write, { project: slug, kind: "move", items }));
      },
      async run(agent: string | null): Promise<void> {
        await attempt(async () => {
          const answer = await api.post(
            `${path}/run`,
            agent === null ? {} : { agent },
            startRunAnswerSchema,
          );
          tellStart(answer, { agent: agent ?? "", ticket: number });
        });
      },
      withdraw: () => withdraw(number),
      /** What takes it back; null when it was not done. */
      async remove(): Promise<Undoable | null> {
        const items = [{ ticket: number, change: { do: "restore" } }] as const;
        const undoable: Undoable = { project: slug, kind: "delete", items };
        const write = () => api.delete(path, anythingSchema);
        return (await attempt(() => undoably(write, undoable))) ? undoable : null;
      },
      async restore(): Promise<boolean> {
        return attempt(() => api.post(`${path}/restore`, {}, anythingSchema));
      },
      async reread(): Promise<Ticket> {
        return client.fetchQuery({
          queryKey: key,
          queryFn: () => api.get(path, ticketSchema, { query: { deleted: true } }),
          staleTime: 0,
        });
      },
      /** The one write that would start it (ux 15). */
      async apply(write: SmallWrite, labelIds: readonly number[]): Promise<boolean> {
        const project = projectPath(slug);
        switch (write.kind) {
          case "assign":
            return writes.patch({ assignedTo: write.slug }, { assignedTo: write.slug });
          case "add_label":
            return attempt(() => addLabel(project, path, write.label, labelIds));
          case "move":
            return writes.move(write.column);
          case "resume_project":
            return attempt(() => api.post(`${project}/pause`, { paused: false }, anythingSchema));
          case "lift_stop":
            return attempt(() =>
              api.post(`${path}/run`, { agent: write.agent }, startRunAnswerSchema),
            );
          case "release_hold":
            return attempt(() =>
              api.post(
                `${project}/agents/${encodeURIComponent(write.agent)}/hold`,
                { paused: false },
                anythingSchema,
              ),
            );
          case "give_back":
            return attempt(() =>
              api.post(`${project}/runs/${write.run}/giveback`, {}, anythingSchema),
            );
          case "release_group":
            return attempt(() =>
              api.post(`${project}/runs/${write.run}/release`, {}, anythingSchema),
            );
          case "raise_budget":
            return attempt(() => raiseCap(project, write.byUsd));
        }
      },
    };
    return writes;
  }, [client, number, slug, t, tellStart, withdraw]);
}

/** The cap stands in automations.json; the edit keeps its comments and order. */
async function raiseCap(project: string, byUsd: number): Promise<void> {
  const file = await api.get(`${project}/automations`, automationsAnswerSchema);
  const now = file.config["dailyBudgetUsd"];
  const text = file.text ?? "{}";
  const value = (typeof now === "number" ? now : 0) + byUsd;
  const edits = modify(text, ["dailyBudgetUsd"], value, {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
  });
  await api.put(
    `${project}/automations`,
    { text: applyEdits(text, edits), stamp: file.stamp },
    anythingSchema,
  );
}

async function addLabel(
  project: string,
  path: string,
  name: string,
  labelIds: readonly number[],
): Promise<void> {
  const labels = await api.get(`${project}/labels`, ticketSchema.shape.labels);
  const label = labels.find((candidate) => candidate.name === name);
  if (label === undefined) throw new Error(name);
  await api.patch(path, { labelIds: [...new Set([...labelIds, label.id])] }, anythingSchema);
}
