"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { CloudOff, Pause, TriangleAlert } from "lucide-react";
import type { System } from "#server/contracts/project.ts";
import { AcceptSettings } from "#app/_components/accept-settings.tsx";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { useLocale, useT } from "#app/_lib/i18n/locale-context.tsx";
import { useConnection } from "#app/_lib/live-provider.tsx";
import { useProjects, useSystem } from "#app/_lib/queries.ts";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { relevantTroubles } from "./relevant-troubles.ts";
import { troubleText } from "./trouble-text.ts";
import { usePause } from "./use-pause.ts";
import { shellWords } from "./words.ts";

type Trouble = System["troubles"][number];

const serious = new Set<Trouble["code"]>([
  "engine_down",
  "disk_low",
  "automations_invalid",
  "claude_missing",
  "claude_logged_out",
  "claude_old",
  "settings_untrusted",
]);

const leadsToRules = new Set<Trouble["code"]>(["automations_invalid", "trigger_failed"]);

/** One line under the bar, the most serious trouble first (ux 27). */
export function TroubleStrip() {
  const t = useT(shellWords);
  const locale = useLocale();
  const connection = useConnection();
  const { data: system } = useSystem();
  const { data: projects = [] } = useProjects();
  const current = useCurrentProject();
  const [trouble, ...others] = relevantTroubles(system?.troubles ?? [], current);
  if (connection === "lost") {
    return (
      <Strip isSerious={false} icon={<CloudOff size={14} aria-hidden />}>
        {t("lost")}
      </Strip>
    );
  }
  if (!trouble) return null;
  const project = projects.find((other) => other.slug === trouble.project);
  return (
    <Strip
      isSerious={serious.has(trouble.code)}
      icon={
        trouble.code === "paused" ? (
          <Pause size={14} aria-hidden />
        ) : (
          <TriangleAlert size={14} aria-hidden />
        )
      }
    >
      <span className="min-w-0 truncate">
        {troubleText(trouble, locale, project?.name ?? null)}
      </span>
      {others.length > 0 ? (
        <span className="shrink-0 opacity-80">{t("more", { count: others.length })}</span>
      ) : null}
      {leadsToRules.has(trouble.code) && trouble.project ? (
        <Link
          className="shrink-0 font-medium underline"
          href={`/p/${encodeURIComponent(trouble.project)}/automations`}
        >
          {t("open")}
        </Link>
      ) : null}
      {trouble.code === "settings_untrusted" && trouble.project ? (
        <AcceptSettings slug={trouble.project} />
      ) : null}
      {trouble.code === "paused" && project ? (
        <ForWriters>
          <Resume slug={project.slug} name={project.name} />
        </ForWriters>
      ) : null}
    </Strip>
  );
}

function Resume({ slug, name }: { slug: string; name: string }) {
  const t = useT(shellWords);
  const pause = usePause({ slug, name });
  return (
    <Button size="small" disabled={pause.isPending} onClick={() => pause.mutate({ paused: false })}>
      {t("resumeProject", { project: name })}
    </Button>
  );
}

function Strip({
  isSerious,
  icon,
  children,
}: {
  isSerious: boolean;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      role="status"
      className={cn(
        "flex min-h-8 shrink-0 items-center gap-2 border-b px-3 py-0.5 text-sm",
        isSerious ? "bg-red-tint text-red" : "bg-amber-tint text-amber",
      )}
    >
      <span className="shrink-0">{icon}</span>
      {children}
    </div>
  );
}
