"use client";
import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useCallback } from "react";
import { z } from "zod";
import { notify } from "#app/_components/toast.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoardContext } from "./board-context.tsx";
import type { QuickCreate } from "./quick-create-parse.ts";
import { reasonOf } from "./use-move.ts";
import { boardWords } from "./words.ts";

const createdSchema = z.object({ id: z.number().int() });
const titleLimit = 500;

export interface NewTicket extends QuickCreate {
  description: string;
}

/** A label of that name, unless somebody made it meanwhile. */
async function createLabel(slug: string, name: string): Promise<void> {
  await api
    .post(`${projectPath(slug)}/labels`, { name }, anythingSchema)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    });
}

/** Creates tickets in order; what could not be created is said, and what was stays. The board shows them by their deltas. */
export function useCreateTickets(): (
  tickets: readonly NewTicket[],
  column: string,
) => Promise<boolean> {
  const { slug, store } = useBoardContext();
  const t = useT(boardWords);
  return useCallback(
    async (tickets, column) => {
      let created = 0;
      for (const ticket of tickets) {
        const labels = [...ticket.labels, ...ticket.unknown.labels];
        try {
          // Tickets take only labels the board has.
          for (const name of ticket.unknown.labels) await createLabel(slug, name);
          const answer = await api.post(
            `${projectPath(slug)}/tickets`,
            {
              title: ticket.title.slice(0, titleLimit),
              status: column,
              description: ticket.description,
              ...(ticket.assignee ? { assignedTo: ticket.assignee.slug } : {}),
              ...(labels.length > 0 ? { labels } : {}),
              ...(ticket.priority ? { priority: ticket.priority } : {}),
            },
            createdSchema,
            { idempotencyKey: crypto.randomUUID() },
          );
          created += 1;
          store.set({ own: new Set([answer.id]), selected: answer.id });
          if (tickets.length === 1) announce(t("create.done", { number: `#${answer.id}`, column }));
        } catch (error) {
          notify({
            kind: "error",
            text: t("failed", { reason: reasonOf(error) }),
            detail: ticket.title,
          });
          return false;
        }
      }
      if (tickets.length > 1) notify({ text: t("create.manyDone", { count: created }) });
      return true;
    },
    [slug, store, t],
  );
}
