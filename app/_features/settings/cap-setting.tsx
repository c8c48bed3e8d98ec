"use client";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { DraftInput } from "./draft-input.tsx";
import { moneyWords } from "./money-words.ts";
import { dollars } from "./numbers.ts";
import { Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useMoney } from "./use-money.ts";
import { settingsWords } from "./words.ts";

/** The fuse: an amount, the installation's default, or none, which is said plainly. */
export function CapSetting({ project, overview, isDisabled }: TabProps & { isDisabled: boolean }) {
  const t = useT(moneyWords);
  const common = useT(settingsWords);
  const format = useFormat();
  const money = useMoney({ project, overview });
  const [isAsking, setAsking] = useState(false);
  const { dailyBudgetUsd, defaultBudgetUsd } = overview.money;
  const standard = format.moneyShort(defaultBudgetUsd);
  return (
    <Setting
      label={t("cap")}
      hint={t("cap.hint")}
      field="dailyBudgetUsd"
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
            value={typeof dailyBudgetUsd === "number" ? String(dailyBudgetUsd) : ""}
            placeholder={dailyBudgetUsd === undefined ? String(defaultBudgetUsd) : "—"}
            check={(text) => (dollars(text) === null ? t("amount") : null)}
            onCommit={(text) => money.save({ dailyBudgetUsd: dollars(text) ?? defaultBudgetUsd })}
          />
          {dailyBudgetUsd === null ? (
            <p data-no-fuse className="flex items-center gap-1.5 text-amber">
              <TriangleAlert size={14} aria-hidden className="shrink-0" />
              {t("cap.none")}
            </p>
          ) : (
            <p className="text-sm text-muted">
              {dailyBudgetUsd === undefined
                ? t("cap.default", { amount: standard })
                : t("cap.file")}
            </p>
          )}
          {isDisabled ? null : (
            <div className="flex flex-wrap gap-2">
              {dailyBudgetUsd === undefined ? null : (
                <Button
                  size="small"
                  onClick={() => {
                    money.save({ dailyBudgetUsd: "default" }).catch(() => undefined);
                  }}
                >
                  {t("cap.useDefault", { amount: standard })}
                </Button>
              )}
              {dailyBudgetUsd === null ? null : (
                <Button size="small" look="danger" onClick={() => setAsking(true)}>
                  {t("cap.remove")}
                </Button>
              )}
            </div>
          )}
          <Dialog
            open={isAsking}
            onOpenChange={setAsking}
            title={t("cap.removeTitle")}
            description={t("cap.removeText")}
            actions={
              <>
                <Button onClick={() => setAsking(false)}>{common("cancel")}</Button>
                <Button
                  look="danger"
                  onClick={() => {
                    setAsking(false);
                    money.save({ dailyBudgetUsd: null }).catch(() => undefined);
                  }}
                >
                  {t("cap.remove")}
                </Button>
              </>
            }
          />
        </>
      )}
    </Setting>
  );
}
