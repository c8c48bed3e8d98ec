"use client";
import type { ReactNode } from "react";
import type { SettingChange } from "#server/contracts/project-settings.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { DraftInput } from "./draft-input.tsx";
import { wholeNumber } from "./numbers.ts";
import { Setting } from "./setting.tsx";
import type { SaveState } from "./setting.tsx";
import { settingsWords } from "./words.ts";

interface NumberSettingProps {
  label: string;
  hint: ReactNode;
  field: string;
  changes: readonly SettingChange[];
  value: number;
  min: number;
  max: number;
  isDisabled: boolean;
  save: SaveState & { save: (value: number) => Promise<unknown> };
}

/** A whole number between two others. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, hint, field, changes, value, min, max, isDisabled, save } = props;
  const t = useT(settingsWords);
  return (
    <Setting label={label} hint={hint} field={field} changes={changes} save={save}>
      {(parts) => (
        <DraftInput
          {...parts}
          className="w-28"
          inputMode="numeric"
          disabled={isDisabled}
          value={String(value)}
          check={(text) =>
            wholeNumber(text, min, max) === null ? t("needsNumber", { min, max }) : null
          }
          onCommit={(text) => save.save(Number(text))}
        />
      )}
    </Setting>
  );
}
