"use client";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import type { Project } from "#server/contracts/project.ts";
import { useProjects } from "./queries.ts";

const storageKey = "signalbox-last-project";

export function projectSlugOf(pathname: string): string | null {
  const slug = /^\/p\/([^/]+)/.exec(pathname)?.[1];
  return slug === undefined ? null : decodeURIComponent(slug);
}

/** The project of the page, else the one last looked at, else the first. */
export function useCurrentProject(): Project | null {
  const here = projectSlugOf(usePathname());
  const { data: projects } = useProjects();
  useEffect(() => {
    if (here !== null) localStorage.setItem(storageKey, here);
  }, [here]);
  if (!projects) return null;
  const last = here ?? (typeof window === "undefined" ? null : localStorage.getItem(storageKey));
  return (
    projects.find((project) => project.slug === last) ??
    (here === null ? (projects[0] ?? null) : null)
  );
}
