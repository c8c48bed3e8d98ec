"use client";
import { useQuery } from "@tanstack/react-query";
import { automationsAnswerSchema } from "#server/contracts/automation.ts";
import type { RunSummary } from "#server/contracts/run.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import type { Target } from "./composer-target.ts";
import { composerWords } from "./composer-words.ts";

/** One line that says what sending will do (ux 9). */
export function useComposerLine(
  slug: string,
  target: Target,
  run: RunSummary | null,
  takenOverBy: string | null,
): string {
  const t = useT(composerWords);
  const automations = useQuery({
    queryKey: queryKeys.automations(slug),
    queryFn: ({ signal }) =>
      api.get(`${projectPath(slug)}/automations`, automationsAnswerSchema, { signal }),
    enabled: target === "comment",
  });
  const agent = run?.agent ?? "";
  if (target !== "comment" && takenOverBy !== null) return t("line.takenOver", { by: takenOverBy });
  if (target === "now")
    return t(run?.state === "awaiting_input" ? "line.asks" : "line.now", { agent });
  if (target === "after") return t("line.after", { agent });
  if (target === "resume") return t("line.resume", { agent });
  if (automations.data === undefined) return "";
  const readers = automations.data.rows.filter(
    (row) => row.enabled && row.disabled === null && row.triggerType === "ticketCommentAdded",
  );
  if (readers.length === 0) return t("line.commentUnread");
  return t("line.commentRead", { rules: readers.map((row) => row.name).join(", ") });
}
