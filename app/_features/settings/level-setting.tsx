"use client";
import { permissionLevels, type PermissionLevel } from "#server/contracts/words.ts";
import { RadioGroup } from "#app/_components/radio-group.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { agentsWords } from "./agents-words.ts";
import { Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useProjectField } from "./use-settings.ts";

/** The four levels with what each means; Everything says why it cannot be chosen (ux 2). */
export function LevelSetting({ project, overview }: TabProps) {
  const t = useT(agentsWords);
  const { canMaintain, isOwner } = useRights();
  const level = useProjectField(project, "permissionLevel");
  const refusal = overview.isRoot
    ? t("level.everything.root")
    : isOwner
      ? null
      : t("level.everything.owner");
  const isRefused = (value: PermissionLevel) => value === "everything" && refusal !== null;
  return (
    <Setting
      isGroup
      label={t("level")}
      hint={t("level.hint")}
      field="permissionLevel"
      changes={overview.changes}
      save={level}
    >
      {() => (
        <RadioGroup
          label={t("level")}
          value={project.permissionLevel}
          options={permissionLevels.map((value) => ({
            value,
            label: t(`level.${value}`),
            hint: isRefused(value) ? refusal : t(`level.${value}.hint`),
            disabled: !canMaintain || isRefused(value),
          }))}
          onValueChange={(value) => void level.save(value).catch(() => undefined)}
        />
      )}
    </Setting>
  );
}
