"use client";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { DraftInput } from "./draft-input.tsx";
import { moneyWords } from "./money-words.ts";
import { dollars } from "./numbers.ts";
import { Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useMoney } from "./use-money.ts";

/** What supervisors may spend above the cap (rule 4). */
export function SupervisorSetting({
  project,
  overview,
  isDisabled,
}: TabProps & { isDisabled: boolean }) {
  const t = useT(moneyWords);
  const format = useFormat();
  const money = useMoney({ project, overview });
  const { supervisorBudgetUsd, supervisorCapUsd, supervisorShare, supervisors } = overview.money;
  const percent = format.percent(supervisorShare);
  return (
    <Setting
      label={t("supervisor")}
      hint={
        <>
          {t("supervisor.hint")}{" "}
          {supervisors.length === 0
            ? t("supervisor.nobody")
            : t("supervisor.who", { agents: supervisors.join(", ") })}
        </>
      }
      field="supervisorBudgetUsd"
      changes={overview.changes}
      save={money}
    >
      {(parts) => (
        <>
          <DraftInput
            {...parts}
            className="w-32"
            inputMode="decimal"
            disabled={isDisabled}
            value={supervisorBudgetUsd === undefined ? "" : String(supervisorBudgetUsd)}
            placeholder={String(supervisorCapUsd)}
            check={(text) => (dollars(text) === null ? t("amount") : null)}
            onCommit={(text) => money.save({ supervisorBudgetUsd: dollars(text) ?? 0 })}
          />
          {supervisorBudgetUsd === undefined ? (
            <p className="text-sm text-muted">
              {t("supervisor.share", { percent, amount: format.money(supervisorCapUsd) })}
            </p>
          ) : isDisabled ? null : (
            <Button
              size="small"
              className="self-start"
              onClick={() => {
                money.save({ supervisorBudgetUsd: "default" }).catch(() => undefined);
              }}
            >
              {t("supervisor.useShare", { percent })}
            </Button>
          )}
        </>
      )}
    </Setting>
  );
}
