"use client";
import { GitBranch, TriangleAlert } from "lucide-react";
import type { FolderInspection } from "#server/contracts/project.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { openingWords } from "./words.ts";

export function FoundInFolder({ inspection }: { inspection: FolderInspection }) {
  const t = useT(openingWords);
  const changed = inspection.changedFiles ?? 0;
  if (!inspection.isGit) {
    return (
      <p className="flex items-center gap-2 text-amber">
        <TriangleAlert size={14} aria-hidden />
        {t("noGit")}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="inline-flex items-center gap-1.5">
        <GitBranch size={14} aria-hidden />
        {t("git", { branch: inspection.branch ?? "?" })}
      </span>
      <span className={changed > 0 ? "text-amber" : "text-muted"}>
        {changed > 0 ? t("changed", { count: changed }) : t("clean")}
      </span>
    </p>
  );
}
