"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Tabs } from "#app/_components/tabs.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProject } from "#app/_lib/queries.ts";
import { AgentsTab } from "./agents-tab.tsx";
import { BoardTab } from "./board-tab.tsx";
import { DangerTab } from "./danger-tab.tsx";
import { MembersTab } from "./members-tab.tsx";
import { MoneyTab } from "./money-tab.tsx";
import type { TabProps } from "./tab-props.ts";
import { useOverview } from "./use-settings.ts";
import { settingsWords } from "./words.ts";
import { WorkspaceTab } from "./workspace-tab.tsx";

const names = ["board", "agents", "money", "workspace", "members", "danger"] as const;
type Name = (typeof names)[number];

const panels: Readonly<Record<Name, (props: TabProps) => ReactNode>> = {
  board: BoardTab,
  agents: AgentsTab,
  money: MoneyTab,
  workspace: WorkspaceTab,
  members: MembersTab,
  danger: DangerTab,
};

/** Everything that can be set in a project. Which tab is open stands in the address. */
export function SettingsPage({ slug }: { slug: string }) {
  const t = useT(settingsWords);
  const router = useRouter();
  const pathname = usePathname();
  const wanted = useSearchParams().get("tab");
  const project = useProject(slug);
  const overview = useOverview(slug);
  const failed = [project, overview].find(({ isError, data }) => isError && data === undefined);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (project.data === undefined || overview.data === undefined) {
    return (
      <div className="mx-auto max-w-240 p-4">
        <SkeletonLines count={10} />
      </div>
    );
  }
  const props: TabProps = { project: project.data, overview: overview.data };
  return (
    <div className="mx-auto flex h-full min-h-0 w-full max-w-240 flex-col pt-3">
      <h1 className="px-4 pb-2 text-xl font-semibold">
        {t("title", { project: project.data.name })}
      </h1>
      <Tabs
        label={t("tabs")}
        value={names.find((name) => name === wanted) ?? "board"}
        onValueChange={(name) => router.replace(`${pathname}?tab=${name}`)}
        className="min-h-0 flex-1"
        panelClassName="scroll-thin px-4 py-4"
        tabs={names.map((value) => {
          const Panel = panels[value];
          return { value, label: t(`tab.${value}`), content: <Panel {...props} /> };
        })}
      />
    </div>
  );
}
