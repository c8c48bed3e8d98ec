"use client";
import type { AutomationRow } from "#server/contracts/automation.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { automationWords } from "./words.ts";

export interface RowNewsProps {
  row: Pick<AutomationRow, "id" | "problem" | "notice" | "owed">;
  /** Null: not for this person. */
  onTryAgain: ((id: string) => void) | null;
}

/** What a rule's trigger has to say: a look that failed, a new beginning, and what it owes and why it waits. */
export function RowNews({ row, onTryAgain }: RowNewsProps) {
  const t = useT(automationWords);
  const say = useSentence();
  const format = useFormat();
  const { problem, notice, owed } = row;
  return (
    <>
      {problem === null ? null : (
        <p className="text-red" data-rule-problem={row.id}>
          {t("problem", { when: format.exact(problem.at), reason: problem.text })}
        </p>
      )}
      {notice === null ? null : (
        <p className="text-amber" data-rule-notice={row.id}>
          {t("notice", { when: format.exact(notice.at), text: say(notice.sentence) })}
        </p>
      )}
      {owed === null ? null : (
        <p
          className="flex flex-wrap items-center gap-2 text-muted"
          data-rule-owed={owed.code ?? ""}
        >
          {owed.sentence === null
            ? t("owedSince", { when: format.exact(owed.since) })
            : t("owedWaits", { when: format.exact(owed.since), reason: say(owed.sentence) })}
          {owed.canTryAgain && onTryAgain ? (
            <Button size="small" onClick={() => onTryAgain(row.id)}>
              {t("tryAgain")}
            </Button>
          ) : null}
        </p>
      )}
    </>
  );
}
