"use client";
import { useState } from "react";
import type { RunDetail } from "#server/contracts/run.ts";
import { CauseLine } from "#app/_components/cause-line.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { GateTable } from "#app/_components/gate-table.tsx";
import { gateWords } from "#app/_components/gate-words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";

/** Line 2 of a run: its cause, with the rule, the run it resumes and the gates as they stood (ux 22). */
export function RunCause({ slug, run }: { slug: string; run: RunDetail }) {
  const t = useT(gateWords);
  const say = useSentence();
  const [isOpen, setOpen] = useState(false);
  const resumedHref =
    run.previousRunId === null || run.ticket === null
      ? null
      : `/p/${encodeURIComponent(slug)}/t/${run.ticket}?run=${run.previousRunId}`;
  return (
    <>
      <CauseLine
        slug={slug}
        sentence={run.cause}
        ruleId={run.rule === null ? null : run.automation}
        resumedHref={resumedHref}
      />{" "}
      <button
        type="button"
        className="min-h-6 underline"
        title={t("cause.gatesHint")}
        onClick={() => setOpen(true)}
        data-run-gates
      >
        {t("cause.gates")}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("gates.title")}
        description={say(run.cause)}
        width="large"
      >
        {run.gates.length === 0 ? (
          <p className="text-muted">{t("gates.none")}</p>
        ) : (
          <GateTable gates={run.gates} label={t("gates.title")} />
        )}
      </Dialog>
    </>
  );
}
