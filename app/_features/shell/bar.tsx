"use client";
import Link from "next/link";
import { Search } from "lucide-react";
import { Button } from "#app/_components/button.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { Kbd } from "#app/_components/kbd.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useCurrentProject } from "#app/_lib/use-current-project.ts";
import { BarCounts } from "./bar-counts.tsx";
import { BarMoney } from "./bar-money.tsx";
import { BarNav } from "./bar-nav.tsx";
import { PauseButton } from "./pause-button.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ProjectMenu } from "./project-menu.tsx";
import { useShellDialogs } from "./shell-dialogs.tsx";
import { shellWords } from "./words.ts";

/** The one 44 px bar (ux 18); there is no sidebar. */
export function Bar() {
  const t = useT(shellWords);
  const project = useCurrentProject();
  const { show } = useShellDialogs();
  return (
    <header
      aria-label={t("bar")}
      className="flex h-11 shrink-0 items-center gap-1 border-b bg-surface px-2"
    >
      <Link
        href="/"
        aria-label={t("start")}
        title={t("start")}
        className="flex size-7 shrink-0 items-center justify-center rounded hover:bg-hover"
      >
        <svg viewBox="0 0 16 16" className="size-4" aria-hidden>
          <path d="M4 2v12" className="stroke-(--ink)" strokeWidth="1.6" strokeLinecap="round" />
          <path d="M4 3l8.5 3L4 9z" className="fill-(--accent)" />
        </svg>
      </Link>
      <ProjectMenu current={project} />
      <BarNav slug={project?.slug ?? null} />
      <div className="min-w-0 flex-1" />
      <Button
        look="ghost"
        onClick={() => show("palette")}
        aria-label={t("search")}
        aria-keyshortcuts="Control+K Meta+K"
        className="text-muted"
      >
        <Search size={15} aria-hidden />
        <span className="hidden xl:inline">{t("search")}</span>
        <Kbd keys="⌘K" className="hidden xl:inline-flex" />
      </Button>
      <BarCounts />
      {project ? <BarMoney project={project} /> : null}
      <ForWriters>{project ? <PauseButton project={project} /> : null}</ForWriters>
      <PersonMenu />
    </header>
  );
}
