"use client";
import { Pause } from "lucide-react";
import Link from "next/link";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useProject } from "#app/_lib/queries.ts";
import { importWords } from "./words.ts";

/** Over the board of an imported project until somebody goes live (ux 3). */
export function ImportBanner({ slug }: { slug: string }) {
  const t = useT(importWords);
  const { data: project } = useProject(slug);
  if (project?.awaitsGoLive !== true) return null;
  return (
    <div
      role="region"
      aria-label={t("banner")}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-amber-tint px-3 py-1.5"
    >
      <span className="inline-flex items-center gap-1.5 font-medium">
        <Pause size={14} aria-hidden />
        {t("banner")}
      </span>
      <span>{t("bannerText")}</span>
      <Link className="font-medium underline" href={`/p/${encodeURIComponent(slug)}/import`}>
        {t("openReport")}
      </Link>
    </div>
  );
}
