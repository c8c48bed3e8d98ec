"use client";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import type { SelectsMany, StartChoice } from "#server/contracts/simulation.ts";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { ReadOnlyNote } from "#app/_components/for-writers.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { notify } from "#app/_components/toast.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { AutomationList } from "./automation-list.tsx";
import { StartDialog } from "./start-dialog.tsx";
import { AutomationsEditor } from "./automations-editor.tsx";
import { useAutomations, useAutomationWrites } from "./use-automations.ts";
import { automationWords } from "./words.ts";

/** Rules of a project: left as sentences with their switches, right the file they are written in. */
export function AutomationsPage({ slug }: { slug: string }) {
  const t = useT(automationWords);
  const { isLooker } = useRights();
  const automations = useAutomations(slug);
  const writes = useAutomationWrites(slug);
  const [asked, setAsked] = useState<{
    id: string;
    automations: readonly SelectsMany[];
  } | null>(null);
  if (automations.isError)
    return <ErrorState error={automations.error} onRetry={() => void automations.refetch()} />;
  if (automations.data === undefined)
    return (
      <div className="p-4">
        <SkeletonLines count={8} />
      </div>
    );
  const { rows } = automations.data;
  const switchOn = async (id: string, isOn: boolean, start?: StartChoice) => {
    const result = await writes.switchOn(id, isOn, start);
    setAsked(result.kind === "asks" ? { id, automations: result.automations } : null);
    if (result.kind === "failed" || result.kind === "broken")
      notify({ kind: "error", text: t("switch.failed"), detail: result.message });
  };
  const tryAgain = async (id: string) => {
    const failure = await writes.tryAgain(id);
    if (failure !== null) notify({ kind: "error", text: t("tryAgain.failed"), detail: failure });
  };
  const reload = async () => {
    const result = await writes.reload();
    if (result.kind === "saved")
      notify({ text: t("reloaded", { count: result.changes ?? 0 }), durationMs: 4_000 });
    else
      notify({
        kind: "error",
        text: t("reload.failed"),
        detail: "message" in result ? result.message : "",
      });
  };
  return (
    <div data-own-keys className="flex h-full min-h-0 max-lg:flex-col max-lg:overflow-y-auto">
      <section
        aria-label={t("rules")}
        className="flex min-h-0 min-w-0 flex-1 flex-col border-r max-lg:flex-none max-lg:border-r-0 max-lg:border-b"
      >
        <header className="flex min-h-9 items-center gap-2 border-b bg-surface px-3">
          <h1 className="font-semibold">
            {t("title")} <span className="text-muted">{rows.length}</span>
          </h1>
          <span className="flex-1" />
          {isLooker ? (
            <ReadOnlyNote who="maintain" />
          ) : (
            <Button size="small" onClick={() => void reload()}>
              <RefreshCw size={13} aria-hidden />
              {t("reload")}
            </Button>
          )}
        </header>
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
          {rows.length === 0 ? (
            <EmptyState title={t("none")}>{t("noneHint")}</EmptyState>
          ) : (
            <AutomationList
              slug={slug}
              rows={rows}
              onSwitch={(id, isOn) => void switchOn(id, isOn)}
              onStartAll={(id) => void switchOn(id, true, "all")}
              onTryAgain={(id) => void tryAgain(id)}
            />
          )}
        </div>
      </section>
      <AutomationsEditor slug={slug} answer={automations.data} />
      {asked === null ? null : (
        <StartDialog
          automations={asked.automations}
          onChoose={(choice) => void switchOn(asked.id, choice !== "off", choice)}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}
