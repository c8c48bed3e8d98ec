"use client";
import { useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { DeleteProjectDialog } from "./delete-project-dialog.tsx";
import { ReadOnly, Section, Setting } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";
import { useWrite } from "./use-settings.ts";
import { settingsWords } from "./words.ts";

/** Pausing, which is harmless, and deleting, which is not. */
export function DangerTab({ project, overview }: TabProps) {
  const t = useT(settingsWords);
  const { isKnown, canWrite, isOwner } = useRights();
  const pause = useWrite(project.slug);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isKnown && !canWrite ? <ReadOnly who="write" /> : null}
      <Section title={t("tab.danger")}>
        <Setting
          isGroup
          label={t("pause")}
          hint={t("pause.hint")}
          field="paused"
          changes={overview.changes}
          save={pause}
        >
          {() => (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                disabled={!canWrite || pause.isPending}
                onClick={() =>
                  pause.mutate({
                    method: "post",
                    path: "/pause",
                    body: { paused: !project.isPaused },
                  })
                }
              >
                {t(project.isPaused ? "pause.undo" : "pause.do")}
              </Button>
              {project.isPaused && project.pausedBy !== null ? (
                <span className="text-muted">{t("pause.by", { by: project.pausedBy })}</span>
              ) : null}
            </div>
          )}
        </Setting>
        <Setting
          isGroup
          label={t("deleteProject")}
          hint={
            isKnown && !isOwner
              ? `${t("deleteProject.hint")} ${t("readOnly.owner")}`
              : t("deleteProject.hint")
          }
        >
          {() => (
            <Button
              look="danger"
              className="self-start"
              disabled={!isOwner}
              onClick={() => setAsking(true)}
            >
              {t("deleteProject.open")}
            </Button>
          )}
        </Setting>
      </Section>
      {isAsking ? <DeleteProjectDialog project={project} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
