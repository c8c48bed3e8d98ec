"use client";
import { useRouter } from "next/navigation";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects, useSystem } from "#app/_lib/queries.ts";
import { chooseTheme, themes } from "#app/_lib/theme.ts";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useShellDialogs } from "./shell-dialogs.tsx";
import { usePause } from "./use-pause.ts";
import { usePauseAll } from "./use-pause-all.ts";
import { shellWords } from "./words.ts";

const settingsTabs = ["board", "agents", "money", "workspace", "members", "danger"] as const;

export interface PaletteCommand {
  id: string;
  text: string;
  run: () => void;
}

export function useCommands(): PaletteCommand[] {
  const t = useT(shellWords);
  const router = useRouter();
  const project = useCurrentProject();
  const { data: projects = [] } = useProjects();
  const { show } = useShellDialogs();
  const pause = usePause(project ?? { slug: "", name: "" });
  const pauseAll = usePauseAll();
  const { isReader, isOwner } = useRights();
  const isPaused = useSystem().data?.isPaused === true;
  const root = project ? `/p/${encodeURIComponent(project.slug)}` : null;
  const ofProject: PaletteCommand[] =
    root === null || project === null
      ? []
      : [
          { id: "board", text: t("board"), run: () => router.push(root) },
          { id: "review", text: t("review"), run: () => router.push(`${root}/review`) },
          { id: "agents", text: t("agents"), run: () => router.push(`${root}/agents`) },
          {
            id: "automations",
            text: t("automations"),
            run: () => router.push(`${root}/automations`),
          },
          ...settingsTabs.map((tab) => ({
            id: `settings-${tab}`,
            text: t("settings.tab", { tab: t(`settings.${tab}`) }),
            run: () => router.push(`${root}/settings?tab=${tab}`),
          })),
          ...(isReader
            ? []
            : [
                project.isPaused
                  ? {
                      id: "resume",
                      text: t("resumeProject", { project: project.name }),
                      run: () => pause.mutate({ paused: false }),
                    }
                  : {
                      id: "pause",
                      text: `${t("pause")} (${project.name})`,
                      run: () => pause.mutate({ paused: true }),
                    },
              ]),
        ];
  return [
    ...ofProject,
    ...(isReader
      ? []
      : [
          {
            id: "pause-all",
            text: t(isPaused ? "pauseAll.resume" : "pauseAll.pause"),
            run: () => pauseAll.mutate(!isPaused),
          },
        ]),
    { id: "live", text: t("live"), run: () => router.push("/live") },
    ...(project === null
      ? []
      : [
          {
            id: "live-project",
            text: `${t("live")}: ${project.name}`,
            run: () => router.push(`/live?${new URLSearchParams({ project: project.slug })}`),
          },
        ]),
    { id: "runs", text: t("runs"), run: () => router.push("/runs") },
    { id: "costs", text: t("costs"), run: () => router.push("/costs") },
    { id: "own-settings", text: t("ownSettings"), run: () => router.push("/settings") },
    { id: "home", text: t("start"), run: () => router.push("/") },
    ...(isOwner ? [{ id: "open", text: t("openFolder"), run: () => router.push("/open") }] : []),
    ...projects
      .filter((other) => other.slug !== project?.slug)
      .map((other) => ({
        id: `project-${other.slug}`,
        text: `${t("projects")}: ${other.name}`,
        run: () => router.push(`/p/${encodeURIComponent(other.slug)}`),
      })),
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      text: `${t("theme")}: ${t(`theme.${theme}`)}`,
      run: () => chooseTheme(theme),
    })),
    { id: "shortcuts", text: t("shortcuts"), run: () => show("shortcuts") },
  ];
}
