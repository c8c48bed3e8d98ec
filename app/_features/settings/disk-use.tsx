"use client";
import { Skeleton } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { Setting } from "./setting.tsx";
import { useDiskUsage } from "./use-settings.ts";
import { workspaceWords } from "./workspace-words.ts";

/** What the runs that are kept take of the disk. */
export function DiskUse({ slug }: { slug: string }) {
  const t = useT(workspaceWords);
  const { size, number } = useFormat();
  const { data, error } = useDiskUsage(slug);
  return (
    <Setting isGroup label={t("disk")} hint={t("disk.hint")}>
      {() =>
        data ? (
          <p>
            {t("disk.used", {
              total: size(data.eventBytes + data.fileBytes + data.checkpointBytes),
              runs: number(data.runs),
              events: size(data.eventBytes),
              files: size(data.fileBytes),
              states: size(data.checkpointBytes),
            })}
          </p>
        ) : error ? (
          <p role="alert" className="text-red">
            {error.message}
          </p>
        ) : (
          <Skeleton className="h-5 w-64" />
        )
      }
    </Setting>
  );
}
