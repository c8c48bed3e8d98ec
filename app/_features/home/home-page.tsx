"use client";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useProjects } from "#app/_lib/queries.ts";
import { FirstMinute } from "./first-minute.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { ProjectList } from "./project-list.tsx";

/** What needs you and the projects; on an empty installation the first 60 seconds (ux 37). */
export function HomePage() {
  const projects = useProjects();
  if (projects.isError && !projects.data)
    return <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />;
  if (!projects.data) {
    return (
      <div className="mx-auto max-w-240 p-6">
        <SkeletonLines count={4} className="h-10" />
      </div>
    );
  }
  if (projects.data.length === 0) return <FirstMinute />;
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-8 px-4 py-6">
      <NeedsYou />
      <ProjectList projects={projects.data} />
    </div>
  );
}
