"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { ComponentType } from "react";
import type { FleetRun } from "#server/contracts/fleet.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { LiveRoom } from "./live-room.tsx";
import { LiveSkeleton } from "./live-skeleton.tsx";
import { useFleet } from "./use-fleet.ts";
import { liveWords } from "./words.ts";

/** What shows one run; features are islands, so the page hands it in. */
export type TileComponent = ComponentType<{
  run: FleetRun;
  place: number;
  href: string;
  projectName: string | null;
  menu: "all" | "stop" | null;
  isSteering: boolean;
  onMenu: (run: string, menu: "all" | "stop" | null) => void;
  onSteer: (run: string, isSteering: boolean) => void;
  onShow: (href: string) => void;
  onSay: (run: string, text: string, isEnd: boolean) => void;
}>;

/** The control room (ux 31): lanes and places at the left, runs at work at six fixed places; `?project=` names one project. */
export function LivePage({ Tile }: { Tile: TileComponent }) {
  const t = useT(liveWords);
  const router = useRouter();
  const pathname = usePathname();
  const project = useSearchParams().get("project") ?? "";
  const { data: projects = [] } = useProjects();
  const fleet = useFleet(project);
  return (
    <div className="flex min-h-full flex-col gap-3 p-3 lg:h-full">
      <div className="flex shrink-0 flex-wrap items-center gap-3">
        <h1 className="text-lg font-semibold">{t("title")}</h1>
        <Select
          aria-label={t("project")}
          value={project}
          onValueChange={(slug) =>
            router.replace(
              slug === "" ? pathname : `${pathname}?${new URLSearchParams({ project: slug })}`,
            )
          }
          options={[
            { value: "", label: t("allProjects") },
            ...projects.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
      </div>
      {fleet.data ? (
        <LiveRoom
          key={project}
          project={project}
          fleet={fleet.data}
          readAt={fleet.dataUpdatedAt}
          Tile={Tile}
        />
      ) : fleet.isError ? (
        <ErrorState error={fleet.error} onRetry={() => void fleet.refetch()} />
      ) : (
        <LiveSkeleton />
      )}
    </div>
  );
}
