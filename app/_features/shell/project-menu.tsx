"use client";
import { usePathname, useRouter } from "next/navigation";
import {
  ChevronDown,
  Circle,
  Clock,
  FolderOpen,
  LayoutGrid,
  Pause,
  Settings,
  Triangle,
} from "lucide-react";
import type { Project } from "#server/contracts/project.ts";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "#app/_components/menu.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { pagesOf } from "./pages-of.ts";
import { shellWords } from "./words.ts";

function Counts({ project }: { project: Project }) {
  const { running, waiting, asks } = project.counts;
  return (
    <span className="flex gap-2">
      {project.isPaused ? <Pause size={11} aria-hidden /> : null}
      {running > 0 ? (
        <span className="inline-flex items-center gap-0.5 text-blue">
          <Circle size={8} fill="currentColor" aria-hidden />
          {running}
        </span>
      ) : null}
      {waiting > 0 ? (
        <span className="inline-flex items-center gap-0.5">
          <Clock size={10} aria-hidden />
          {waiting}
        </span>
      ) : null}
      {asks > 0 ? (
        <span className="inline-flex items-center gap-0.5 text-amber">
          <Triangle size={9} fill="currentColor" aria-hidden />
          {asks}
        </span>
      ) : null}
    </span>
  );
}

export function ProjectMenu({ current }: { current: Project | null }) {
  const t = useT(shellWords);
  const router = useRouter();
  const { isOwner } = useRights();
  const pages = pagesOf(current?.slug ?? null, usePathname());
  const { data: projects = [] } = useProjects();
  const trigger = (
    <Button
      look="ghost"
      className="max-w-44 min-w-0 shrink font-semibold"
      aria-label={current ? `${t("chooseProject")}: ${current.name}` : t("chooseProject")}
    >
      <span className="truncate">{current?.name ?? "Signalbox"}</span>
      <ChevronDown size={14} aria-hidden className="shrink-0" />
    </Button>
  );
  return (
    <Menu trigger={trigger} label={t("projects")}>
      <div className="sm:hidden">
        {pages.map(({ key, href, icon: Icon }) => (
          <MenuItem
            key={key}
            icon={<Icon size={15} aria-hidden />}
            onSelect={() => router.push(href)}
          >
            {t(key)}
          </MenuItem>
        ))}
        <MenuItem icon={<LayoutGrid size={15} aria-hidden />} onSelect={() => router.push("/live")}>
          {t("live")}
        </MenuItem>
        <MenuSeparator />
      </div>
      {projects.length > 0 ? <MenuLabel>{t("projects")}</MenuLabel> : null}
      {projects.map((project) => (
        <MenuItem
          key={project.slug}
          hint={<Counts project={project} />}
          onSelect={() => router.push(`/p/${encodeURIComponent(project.slug)}`)}
        >
          {project.name}
        </MenuItem>
      ))}
      {projects.length > 0 ? <MenuSeparator /> : null}
      {current ? (
        <MenuItem
          icon={<Settings size={14} aria-hidden />}
          onSelect={() => router.push(`/p/${encodeURIComponent(current.slug)}/settings`)}
        >
          {t("settings")}
        </MenuItem>
      ) : null}
      {isOwner ? (
        <MenuItem icon={<FolderOpen size={14} aria-hidden />} onSelect={() => router.push("/open")}>
          {t("openFolder")}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
