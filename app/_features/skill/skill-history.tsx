"use client";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { Button } from "#app/_components/button.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { api, listOf } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { queryKeys } from "#app/_lib/query-keys.ts";
import { skillPath } from "./use-skills.ts";
import { skillWords } from "./words.ts";

const versionSchema = z.object({
  version: z.number().int(),
  content: z.string(),
  stamp: z.string(),
  savedBy: z.string().nullable(),
  savedAt: z.string(),
});

export interface SkillHistoryProps {
  slug: string;
  agent: string;
  /** Version of the file as it is now. */
  version: number;
  /** Puts an older text into the editor; the person saves it. */
  /** Null: not for this person. */
  onRestore: ((content: string) => void) | null;
}

/** Versions that were seen, newest first; any can be put back into the editor. */
export function SkillHistory({ slug, agent, version, onRestore }: SkillHistoryProps) {
  const t = useT(skillWords);
  const versions = useQuery({
    queryKey: [...queryKeys.skill(slug, agent), "history", version],
    queryFn: ({ signal }) =>
      api.get(`${skillPath(slug, agent)}/history`, listOf(versionSchema), {
        query: { limit: 20 },
        signal,
      }),
  });
  if (versions.data === undefined || versions.data.length < 2) return null;
  return (
    <details>
      <summary className="min-h-6 text-sm font-medium text-muted">
        {t("history")} {versions.data.length}
      </summary>
      <p className="text-sm text-muted">{t("history.hint")}</p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {versions.data.map((one) => (
          <li key={one.version} className="text-sm">
            <p>
              {t("history.version", { version: one.version, who: one.savedBy ?? "–" })}{" "}
              <TimeAgo at={one.savedAt} className="text-muted" />
            </p>
            {one.version === version ? (
              <span className="text-muted">{t("history.now")}</span>
            ) : onRestore === null ? null : (
              <Button size="small" onClick={() => onRestore(one.content)}>
                {t("history.restore")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
