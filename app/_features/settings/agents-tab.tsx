"use client";
import Link from "next/link";
import { RadioGroup } from "#app/_components/radio-group.tsx";
import { Switch } from "#app/_components/switch.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { agentsWords } from "./agents-words.ts";
import { CommandsSetting } from "./commands-setting.tsx";
import { DraftInput } from "./draft-input.tsx";
import { LevelSetting } from "./level-setting.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { ReadOnly, Section, Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useProjectField } from "./use-settings.ts";

const maxWaitSeconds = 86_400;
const lostChoices = ["resume", "ask"] as const;
const skillChoices = ["fresh", "send", "keep"] as const;

/** What agents of this project may do, how long they ask, and what becomes of lost work. */
export function AgentsTab({ project, overview }: TabProps) {
  const t = useT(agentsWords);
  const { isKnown, canMaintain } = useRights();
  const finish = useProjectField(project, "agentsMayFinish");
  const wait = useProjectField(project, "answerWaitSeconds");
  const lost = useProjectField(project, "onLost");
  const skill = useProjectField(project, "skillChange");
  const model = useProjectField(project, "fallbackModel");
  const { changes } = overview;
  const isDisabled = !canMaintain;
  return (
    <>
      {isKnown && isDisabled ? <ReadOnly who="maintain" /> : null}
      <Section title={t("rights")}>
        <LevelSetting project={project} overview={overview} />
        <CommandsSetting project={project} overview={overview} isDisabled={isDisabled} />
        <Setting
          label={t("finish")}
          hint={t("finish.hint")}
          field="agentsMayFinish"
          changes={changes}
          save={finish}
        >
          {(parts) => (
            <Switch
              {...parts}
              label={t("finish")}
              disabled={isDisabled}
              checked={project.agentsMayFinish}
              onCheckedChange={(may) => void finish.save(may).catch(() => undefined)}
            />
          )}
        </Setting>
      </Section>
      <Section title={t("asking")}>
        <NumberSetting
          label={t("wait")}
          hint={t("wait.hint")}
          field="answerWaitSeconds"
          changes={changes}
          value={project.answerWaitSeconds}
          min={0}
          max={maxWaitSeconds}
          isDisabled={isDisabled}
          save={wait}
        />
        <Setting isGroup label={t("questions")} hint={t("questions.hint")}>
          {() => (
            <Link
              className="w-fit underline"
              href={`/p/${encodeURIComponent(project.slug)}/agents`}
            >
              {t("questions.open")}
            </Link>
          )}
        </Setting>
        <Setting isGroup label={t("lost")} field="onLost" changes={changes} save={lost}>
          {() => (
            <RadioGroup
              label={t("lost")}
              value={project.onLost}
              options={lostChoices.map((value) => ({
                value,
                label: t(`lost.${value}`),
                hint: t(`lost.${value}.hint`),
                disabled: isDisabled,
              }))}
              onValueChange={(value) => void lost.save(value).catch(() => undefined)}
            />
          )}
        </Setting>
      </Section>
      <Section title={t("skills")}>
        <Setting
          isGroup
          label={t("skillChange")}
          field="skillChange"
          changes={changes}
          save={skill}
        >
          {() => (
            <RadioGroup
              label={t("skillChange")}
              value={project.skillChange}
              options={skillChoices.map((value) => ({
                value,
                label: t(`skillChange.${value}`),
                disabled: isDisabled,
              }))}
              onValueChange={(value) => void skill.save(value).catch(() => undefined)}
            />
          )}
        </Setting>
        <Setting
          label={t("model")}
          hint={t("model.hint")}
          field="fallbackModel"
          changes={changes}
          save={model}
        >
          {(parts) => (
            <DraftInput
              {...parts}
              className="max-w-72"
              disabled={isDisabled}
              value={project.fallbackModel ?? ""}
              onCommit={(text) => model.save(text === "" ? null : text)}
            />
          )}
        </Setting>
      </Section>
    </>
  );
}
