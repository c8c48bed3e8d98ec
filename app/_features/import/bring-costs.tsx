"use client";
import type { ImportReport } from "#server/contracts/import.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useImportStep } from "./use-import.ts";
import { importWords } from "./words.ts";

/** Past costs of the other board become history in the ledger. */
export function BringCosts({ slug, report }: { slug: string; report: ImportReport }) {
  const t = useT(importWords);
  const format = useFormat();
  const step = useImportStep(slug);
  const { costFiles } = report.found;
  if (costFiles.length === 0) return null;
  const costs = step.data?.costs;
  return (
    <section aria-labelledby="import-costs">
      <h2 id="import-costs" className="font-medium">
        {t("costs")}
      </h2>
      <p className="mb-2 text-sm text-muted">{t("costsHint", { count: costFiles.length })}</p>
      <div className="flex flex-wrap items-center gap-3" aria-live="polite">
        <Button disabled={step.isPending} onClick={() => step.mutate({ what: { costs: true } })}>
          {t("costsNow")}
        </Button>
        {costs ? (
          <span>
            {t("costsBrought", {
              booked: costs.booked,
              usd: format.money(costs.amountUsd),
              known: costs.known,
              bad: costs.bad.length,
            })}
          </span>
        ) : null}
        {step.isError ? <span className="text-red">{step.error.message}</span> : null}
      </div>
    </section>
  );
}
