"use client";
import Link from "next/link";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { liveWords } from "./words.ts";

/** Boards that are offered. */
const maxBoards = 3;

export function EmptyRoom({ project }: { project: string }) {
  const t = useT(liveWords);
  const { data: projects = [] } = useProjects();
  const shown = projects.filter(({ slug }) => project === "" || slug === project);
  const waiting = shown.reduce((sum, { counts }) => sum + counts.waiting, 0);
  return (
    <EmptyState
      title={t("empty.title")}
      className="flex-1 justify-center rounded-lg border border-dashed"
      action={
        shown.length === 0 ? (
          <Button asChild>
            <Link href="/open">{t("empty.open")}</Link>
          </Button>
        ) : (
          shown.slice(0, maxBoards).map(({ slug, name }) => (
            <Button key={slug} asChild>
              <Link href={`/p/${encodeURIComponent(slug)}`}>
                {t("empty.board", { project: name })}
              </Link>
            </Button>
          ))
        )
      }
    >
      <p>{t("empty.text")}</p>
      {waiting > 0 ? <p>{t("empty.waiting", { count: waiting })}</p> : null}
    </EmptyState>
  );
}
