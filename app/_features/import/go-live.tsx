"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ImportReport } from "#server/contracts/import.ts";
import { Button } from "#app/_components/button.tsx";
import { Checkbox } from "#app/_components/field.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useImportStep } from "./use-import.ts";
import { importWords } from "./words.ts";

/** The last step: what would start first, and the refusal while the other engine seems to run (ux 3). */
export function GoLive({ slug, url, report }: { slug: string; url: string; report: ImportReport }) {
  const t = useT(importWords);
  const router = useRouter();
  const step = useImportStep(slug, () => router.push(`/p/${encodeURIComponent(slug)}`));
  const [isSure, setSure] = useState(false);
  const code = step.error instanceof ApiError ? step.error.code : null;
  const isRunning = code === "KITTYCLAW_RUNNING";
  const mayConfirm = isRunning || code === "STATE_CHANGED";
  const goLive = () =>
    step.mutate({ source: { url: url.trim() }, goLive: true, confirm: mayConfirm && isSure });
  return (
    <section aria-labelledby="import-live" className="flex flex-col gap-2 border-t pt-4">
      <h2 id="import-live" className="font-medium">
        {t("goLive")}
      </h2>
      <h3>{t("starts")}</h3>
      {report.starts.length === 0 ? <p className="text-muted">{t("startsNone")}</p> : null}
      <ul className="list-disc pl-5">
        {report.starts.map((start) => (
          <li key={`${start.automation} ${start.ticket ?? ""}`}>
            {t("start", {
              agent: start.agent ?? "",
              ticket: start.ticket ?? "",
              title: start.title ?? "",
            })}{" "}
            <span className="text-muted">{t("startRule", { automation: start.automation })}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t("goLiveHint")}</p>
      {step.isError ? (
        <p role="alert" className="text-red">
          {isRunning
            ? t("running", { url })
            : code === "STATE_CHANGED"
              ? t("changed")
              : step.error.message}
        </p>
      ) : null}
      {mayConfirm ? (
        <Checkbox
          label={t("confirm")}
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
      ) : null}
      <div>
        <Button
          look="filled"
          className="h-9 px-4"
          disabled={step.isPending || (mayConfirm && !isSure)}
          onClick={goLive}
        >
          {step.isPending ? t("goingLive") : t("goLiveNow")}
        </Button>
      </div>
    </section>
  );
}
