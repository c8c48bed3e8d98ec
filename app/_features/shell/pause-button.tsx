"use client";
import { useState } from "react";
import { Pause, Play } from "lucide-react";
import type { Project } from "#server/contracts/project.ts";
import { Button } from "#app/_components/button.tsx";
import { Dialog } from "#app/_components/dialog.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { usePause } from "./use-pause.ts";
import { shellWords } from "./words.ts";

/** No new starts. It asks only when some run (ux 19). */
export function PauseButton({ project }: { project: Project }) {
  const t = useT(shellWords);
  const pause = usePause(project);
  const [isAsking, setIsAsking] = useState(false);
  const count = project.counts.running;
  const choose = (stopRunning: boolean) => {
    setIsAsking(false);
    pause.mutate({ paused: true, stopRunning });
  };
  if (project.isPaused) {
    return (
      <IconButton
        label={t("resume")}
        className="bg-amber-tint text-amber"
        icon={<Play size={15} aria-hidden />}
        disabled={pause.isPending}
        onClick={() => pause.mutate({ paused: false })}
      />
    );
  }
  return (
    <>
      <IconButton
        label={t("pause")}
        icon={<Pause size={15} aria-hidden />}
        disabled={pause.isPending}
        onClick={() => (count > 0 ? setIsAsking(true) : pause.mutate({ paused: true }))}
      />
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("pause.title", { count })}
        description={t("pause.text", { project: project.name })}
        actions={
          <>
            <Button look="danger" onClick={() => choose(true)}>
              {t("pause.stop")}
            </Button>
            <Button look="filled" autoFocus onClick={() => choose(false)}>
              {t("pause.finish", { count })}
            </Button>
          </>
        }
      />
    </>
  );
}
