"use client";
import type { ImportedAutomation, ImportReport } from "#server/contracts/import.ts";
import { useLocale, useT } from "#app/_lib/i18n/locale-context.tsx";
import { reasonText } from "./reason-text.ts";
import { importWords } from "./words.ts";

/** Works, Decide, Not supported, each automation with its reasons (ux 3). */
export function AutomationGroups({ report }: { report: ImportReport }) {
  const t = useT(importWords);
  const of = (state: ImportedAutomation["state"]) =>
    report.automations.filter((automation) => automation.state === state);
  const [decide, unsupported, works] = [of("decide"), of("not_supported"), of("works")];
  return (
    <section aria-labelledby="import-automations" className="flex flex-col gap-3">
      <h2 id="import-automations" className="font-medium">
        {t("automations")}
      </h2>
      {report.problems.length > 0 ? (
        <div className="text-amber">
          <p>{t("broken")}</p>
          <ul className="list-disc pl-5">
            {report.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Group title={t("decide", { count: decide.length })} automations={decide} />
      <Group
        title={t("notSupported", { count: unsupported.length })}
        hint={t("notSupportedHint")}
        automations={unsupported}
      />
      <Group title={t("works", { count: works.length })} automations={works} />
      {report.pairsThatWriteAtOnce.length > 0 ? (
        <div className="text-amber">
          <h3 className="font-medium">{t("pairs")}</h3>
          <ul className="list-disc pl-5">
            {report.pairsThatWriteAtOnce.map(({ agents, groups }) => (
              <li key={agents.join(" ")}>
                {t("pair", { agents: agents.join(" + "), groups: groups.join(", ") })}
              </li>
            ))}
          </ul>
          <p className="text-sm">{t("pairsHint")}</p>
        </div>
      ) : null}
    </section>
  );
}

function Group({
  title,
  hint,
  automations,
}: {
  title: string;
  hint?: string;
  automations: readonly ImportedAutomation[];
}) {
  const t = useT(importWords);
  const locale = useLocale();
  if (automations.length === 0) return null;
  return (
    <div className="rounded-lg border bg-surface p-3">
      <h3 className="font-medium">{title}</h3>
      {hint === undefined ? null : <p className="text-sm text-muted">{hint}</p>}
      <ul className="mt-1 flex flex-col gap-1">
        {automations.map((automation) => (
          <li key={automation.id}>
            {automation.name}
            {automation.enabled ? null : <span className="text-muted"> ({t("off")})</span>}
            {automation.reasons.length > 0 ? (
              <span className="block text-sm text-muted">
                {automation.reasons.map((reason) => reasonText(reason, locale)).join("; ")}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
