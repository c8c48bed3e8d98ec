"use client";
import { useCallback } from "react";
import { z } from "zod";
import { ApiError } from "#app/_lib/api-error.ts";
import { anythingSchema, api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { notify } from "./toast.tsx";
import { componentWords } from "./words.ts";

/** Refusals after which no answer is taken any more. */
const over = new Set(["ANSWERED", "WITHDRAWN"]);

const detailsSchema = z.object({ by: z.string(), at: z.iso.datetime() });

/**
 * A second answer is refused with "Sam answered 12 s ago", and its words are offered as a comment (ux 34).
 * Returns false when the error is about something else.
 */
export function useTellTaken(
  slug: string,
): (error: unknown, said: { ticket: number | null; words: string }) => boolean {
  const t = useT(componentWords);
  const format = useFormat();
  return useCallback(
    (error, { ticket, words }) => {
      if (!(error instanceof ApiError) || !over.has(error.code)) return false;
      const details = detailsSchema.safeParse(error.details).data;
      const text =
        details === undefined
          ? t(error.code === "WITHDRAWN" ? "answer.withdrawn" : "answer.takenPlain")
          : t("answer.taken", { by: details.by, ago: format.relative(details.at, Date.now()) });
      const post = (to: number) => () =>
        void api
          .post(`${projectPath(slug)}/tickets/${to}/comments`, { content: words }, anythingSchema)
          .then(
            () => notify({ text: t("answer.commented") }),
            (failure: unknown) =>
              notify({
                kind: "error",
                text: failure instanceof Error ? failure.message : String(failure),
              }),
          );
      notify({
        kind: "error",
        text,
        ...(ticket === null || words === ""
          ? {}
          : { action: { label: t("answer.asComment"), onClick: post(ticket) } }),
      });
      return true;
    },
    [format, slug, t],
  );
}
