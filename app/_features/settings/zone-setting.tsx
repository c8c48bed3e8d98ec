"use client";
import { useId } from "react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DraftInput } from "./draft-input.tsx";
import { moneyWords } from "./money-words.ts";
import { Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useMoney } from "./use-money.ts";
import { useProjectField } from "./use-settings.ts";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")];

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The one zone of a project: where the file names one, that one counts and is changed (rule 28). */
export function ZoneSetting({ project, overview, isDisabled }: TabProps & { isDisabled: boolean }) {
  const t = useT(moneyWords);
  const list = useId();
  const own = useProjectField(project, "timeZone");
  const inFile = useMoney({ project, overview });
  const { timeZone } = overview.money;
  return (
    <Setting
      label={t("zone")}
      hint={t("zone.hint")}
      field="timeZone"
      changes={overview.changes}
      save={timeZone === null ? own : inFile}
    >
      {(parts) => (
        <>
          <DraftInput
            {...parts}
            className="max-w-72"
            list={list}
            disabled={isDisabled}
            value={timeZone ?? project.timeZone}
            check={(text) => (isZone(text) ? null : t("zone.wrong"))}
            onCommit={(text) =>
              timeZone === null ? own.save(text) : inFile.save({ timeZone: text })
            }
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Setting>
  );
}
