"use client";
import Link from "next/link";
import { useState } from "react";
import { defaultSourceUrl } from "#server/contracts/import.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { AutomationGroups } from "./automation-groups.tsx";
import { BringCosts } from "./bring-costs.tsx";
import { BringTickets } from "./bring-tickets.tsx";
import { GoLive } from "./go-live.tsx";
import { LeftBehindList } from "./left-behind-list.tsx";
import { MissingList } from "./missing-list.tsx";
import { OldState } from "./old-state.tsx";
import { useImportReport } from "./use-import.ts";
import { importWords } from "./words.ts";

/** The steps from another board to this one: what was found, what works, the tickets, going live (ux 3). */
export function ImportPage({ slug }: { slug: string }) {
  const t = useT(importWords);
  const { data: report, error, refetch } = useImportReport(slug);
  const [source, setSource] = useState({ url: defaultSourceUrl, project: "" });
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-6 px-4 py-6">
      <header>
        <h1 className="text-xl font-semibold">{t("title")}</h1>
        <p className="text-muted">
          {report && !report.awaitsGoLive ? t("live") : t("intro")}{" "}
          <Link className="underline" href={`/p/${encodeURIComponent(slug)}`}>
            {t("toBoard")}
          </Link>
        </p>
      </header>
      {error && !report ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!report && !error ? <SkeletonLines count={8} /> : null}
      {report ? (
        <>
          <AutomationGroups report={report} />
          <MissingList slug={slug} report={report} />
          <BringTickets slug={slug} source={source} onSource={setSource} />
          <BringCosts slug={slug} report={report} />
          <OldState report={report} />
          <section aria-labelledby="import-left">
            <h2 id="import-left" className="mb-1 font-medium">
              {t("left")}
            </h2>
            <LeftBehindList items={report.leftBehind} />
          </section>
          {report.awaitsGoLive ? <GoLive slug={slug} url={source.url} report={report} /> : null}
        </>
      ) : null}
    </div>
  );
}
