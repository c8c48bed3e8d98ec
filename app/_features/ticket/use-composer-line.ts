"use client";
import { useQuery } from "@tanstack/react-query";
import { automationsAnswerSchema } from "#server/contracts/automation.ts";
import type { RunSummary } from "#server/contracts/run.ts";
import { api, projectPath } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useBoard, useMe } from "#app/_lib/queries.ts";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { commentReaders } from "./comment-readers.ts";
import type { Target } from "./composer-target.ts";
import { composerWords } from "./composer-words.ts";

/** One line that says what sending will do (ux 9). */
export function useComposerLine(
  slug: string,
  target: Target,
  run: RunSummary | null,
  takenOverBy: string | null,
  text: string,
): string {
  const t = useT(composerWords);
  const me = useMe().data?.slug ?? "";
  const board = useBoard(slug).data;
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
  const { rules, people, idle } = commentReaders(text, me, automations.data, board?.members ?? []);
  const at = (slugs: readonly string[]) => slugs.map((one) => `@${one}`).join(", ");
  return [
    rules.length === 0
      ? t("line.commentUnread")
      : t("line.commentRead", { rules: rules.join(", ") }),
    ...(idle.length === 0 ? [] : [t("line.mentionIdle", { agents: at(idle) })]),
    ...(people.length === 0 ? [] : [t("line.mentionPerson", { people: at(people) })]),
  ].join(" · ");
}
