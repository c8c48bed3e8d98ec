"use client";
import { AcceptSettings } from "#app/_components/accept-settings.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { DiskUse } from "./disk-use.tsx";
import { DraftArea, DraftInput } from "./draft-input.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { linesOf } from "./numbers.ts";
import { ReadOnly, Section, Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useProjectField } from "./use-settings.ts";
import { settingsWords } from "./words.ts";
import { workspaceWords } from "./workspace-words.ts";

const maxDays = 3_650;
const host = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i;

/** The folder, what rules reach outside it, what of it is trusted, and how long runs are kept. */
export function WorkspaceTab({ project, overview }: TabProps) {
  const t = useT(workspaceWords);
  const common = useT(settingsWords);
  const { isKnown, canMaintain, isOwner } = useRights();
  const name = useProjectField(project, "name");
  const path = useProjectField(project, "workspacePath");
  const hosts = useProjectField(project, "allowedHosts");
  const days = useProjectField(project, "retentionDays");
  const { changes } = overview;
  const isDisabled = !canMaintain;
  const needsText = (text: string) => (text === "" ? common("needsText") : null);
  return (
    <>
      {isKnown && isDisabled ? <ReadOnly who="maintain" /> : null}
      <Section title={t("folder")}>
        <Setting label={t("name")} field="name" changes={changes} save={name}>
          {(parts) => (
            <DraftInput
              {...parts}
              maxLength={100}
              disabled={isDisabled}
              value={project.name}
              check={needsText}
              onCommit={(text) => name.save(text)}
            />
          )}
        </Setting>
        <Setting
          label={t("path")}
          hint={t("path.hint")}
          field="workspacePath"
          changes={changes}
          save={path}
        >
          {(parts) => (
            <DraftInput
              {...parts}
              className="font-mono"
              spellCheck={false}
              disabled={isDisabled}
              value={project.workspacePath ?? ""}
              check={needsText}
              onCommit={(text) => path.save(text)}
            />
          )}
        </Setting>
        <Setting isGroup label={t("isolation")} hint={t("isolation.hint")}>
          {() => <p>{t(`isolation.${project.isolation}`)}</p>}
        </Setting>
      </Section>
      <Section title={t("outside")}>
        <Setting
          label={t("hosts")}
          hint={isKnown && !isOwner ? `${t("hosts.hint")} ${t("hosts.owner")}` : t("hosts.hint")}
          field="allowedHosts"
          changes={changes}
          save={hosts}
        >
          {(parts) => (
            <DraftArea
              {...parts}
              rows={Math.min(8, project.allowedHosts.length + 1)}
              disabled={!isOwner}
              value={project.allowedHosts.join("\n")}
              check={(text) =>
                linesOf(text).every((line) => host.test(line)) ? null : t("hosts.wrong")
              }
              onCommit={(text) => hosts.save(linesOf(text))}
            />
          )}
        </Setting>
        <Setting
          isGroup
          label={t("trust")}
          hint={t("trust.hint")}
          field="settings"
          changes={changes}
        >
          {() => (
            <>
              <p className="font-mono text-sm">
                {overview.acceptedHash === null
                  ? t("trust.none")
                  : overview.acceptedHash === ""
                    ? t("trust.empty")
                    : t("trust.accepted", { hash: overview.acceptedHash })}
              </p>
              {overview.acceptedHash === null || isDisabled ? null : (
                <div className="flex items-center gap-2">
                  <span className="text-sm text-muted">{t("trust.look")}</span>
                  <AcceptSettings slug={project.slug} />
                </div>
              )}
            </>
          )}
        </Setting>
      </Section>
      <Section title={t("keeping")}>
        <NumberSetting
          label={t("retention")}
          hint={t("retention.hint")}
          field="retentionDays"
          changes={changes}
          value={project.retentionDays}
          min={1}
          max={maxDays}
          isDisabled={isDisabled}
          save={days}
        />
        <DiskUse slug={project.slug} />
      </Section>
    </>
  );
}
