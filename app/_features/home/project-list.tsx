"use client";
import Link from "next/link";
import { FolderOpen } from "lucide-react";
import type { Project } from "#server/contracts/project.ts";
import { Badge } from "#app/_components/badge.tsx";
import { Button } from "#app/_components/button.tsx";
import { Gauge } from "#app/_components/gauge.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { DemoButton } from "./demo-button.tsx";
import { homeWords } from "./words.ts";

export function ProjectList({ projects }: { projects: readonly Project[] }) {
  const t = useT(homeWords);
  const { isOwner } = useRights();
  const hasDemo = projects.some((project) => project.isDemo);
  return (
    <section aria-labelledby="projects">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="projects" className="flex-1 text-lg font-semibold">
          {t("projects")}
        </h2>
        {isOwner ? (
          <>
            {hasDemo ? null : <DemoButton look="plain" />}
            <Button asChild>
              <Link href="/open">
                <FolderOpen size={14} aria-hidden />
                {t("openFolder")}
              </Link>
            </Button>
          </>
        ) : null}
      </div>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {projects.map((project) => (
          <ProjectCard key={project.slug} project={project} />
        ))}
      </ul>
    </section>
  );
}

function ProjectCard({ project }: { project: Project }) {
  const t = useT(homeWords);
  const format = useFormat();
  const { running, waiting, asks } = project.counts;
  const { spentUsd, reservedUsd, capUsd } = project.budget;
  const spent = format.money(spentUsd);
  const money =
    capUsd === null
      ? t("today", { spent })
      : t("todayOf", { spent, cap: format.moneyShort(capUsd) });
  return (
    <li className="relative rounded-lg border bg-surface p-3 hover:border-line-strong">
      <div className="flex items-center gap-2">
        <Link
          href={`/p/${encodeURIComponent(project.slug)}`}
          className="min-w-0 truncate font-semibold after:absolute after:inset-0 after:rounded-lg"
        >
          {project.name}
        </Link>
        {project.isDemo ? <Badge>{t("demo")}</Badge> : null}
        {project.isPaused ? (
          <Badge hue="amber">{t("paused", { by: project.pausedBy ?? "" })}</Badge>
        ) : null}
      </div>
      <p className="truncate font-mono text-sm text-muted">{project.workspacePath ?? " "}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className={running > 0 ? "text-blue" : "text-muted"}>
          {t("running", { count: running })}
        </span>
        <span className="text-muted">{t("waiting", { count: waiting })}</span>
        <span className={asks > 0 ? "font-medium text-amber" : "text-muted"}>
          {t("asks", { count: asks })}
        </span>
        <span className="flex-1" />
        <span className="text-muted">{money}</span>
        {capUsd ? (
          <Gauge label={money} share={spentUsd / capUsd} reserved={reservedUsd / capUsd} />
        ) : null}
      </div>
    </li>
  );
}
