"use client";
import Link from "next/link";
import { Gauge } from "#app/_components/gauge.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { CapSetting } from "./cap-setting.tsx";
import { moneyWords } from "./money-words.ts";
import { ReadOnly, Section, Setting } from "./setting.tsx";
import { SupervisorSetting } from "./supervisor-setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { ZoneSetting } from "./zone-setting.tsx";

/** Today's money, and what limits it. */
export function MoneyTab({ project, overview }: TabProps) {
  const t = useT(moneyWords);
  const format = useFormat();
  const { isKnown, canMaintain } = useRights();
  const { spentUsd, reservedUsd, capUsd, day } = project.budget;
  const amounts = { spent: format.money(spentUsd), reserved: format.money(reservedUsd) };
  const says =
    capUsd === null
      ? t("today.open", amounts)
      : t("today.capped", { ...amounts, cap: format.moneyShort(capUsd) });
  const isDisabled = !canMaintain;
  return (
    <>
      {isKnown && isDisabled ? <ReadOnly who="maintain" /> : null}
      <Section title={t("today")}>
        <p data-today>{says}</p>
        {capUsd === null || capUsd === 0 ? null : (
          <Gauge
            label={says}
            share={spentUsd / capUsd}
            reserved={reservedUsd / capUsd}
            className="my-1.5 h-2 w-full max-w-100"
          />
        )}
        <p className="text-sm text-muted">
          {t("today.zone", {
            day: format.wholeDay(day),
            zone: overview.money.timeZone ?? project.timeZone,
          })}{" "}
          <Link className="underline" href={`/costs?project=${encodeURIComponent(project.slug)}`}>
            {t("costs")}
          </Link>
        </p>
      </Section>
      <Section title={t("limits")} text={t("limits.text")}>
        <CapSetting project={project} overview={overview} isDisabled={isDisabled} />
        <SupervisorSetting project={project} overview={overview} isDisabled={isDisabled} />
        <ZoneSetting project={project} overview={overview} isDisabled={isDisabled} />
        <Setting isGroup label={t("notices")} hint={t("notices.hint")}>
          {() => null}
        </Setting>
      </Section>
    </>
  );
}
