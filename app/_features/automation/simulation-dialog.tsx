"use client";
import { useState } from "react";
import type { Simulation } from "#server/contracts/simulation.ts";
import { Dialog } from "#app/_components/dialog.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { Select } from "#app/_components/select.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Tabs } from "#app/_components/tabs.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { simulationWords } from "./simulation-words.ts";
import { TimelinePlot } from "./timeline-plot.tsx";
import { TimelineTable } from "./timeline-table.tsx";
import { useSimulation } from "./use-automations.ts";

const horizons = ["6", "24", "72", "168"] as const;

/** The text against the live board with a fake clock: who starts when, what waits, what it costs. */
export function SimulationDialog({
  slug,
  text,
  onClose,
}: {
  slug: string;
  text: string;
  onClose: () => void;
}) {
  const t = useT(simulationWords);
  const [hours, setHours] = useState<(typeof horizons)[number]>("24");
  const simulation = useSimulation(slug, text, Number(hours));
  return (
    <Dialog
      open
      width="large"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("title")}
      description={t("hint")}
    >
      <div className="mb-2 flex items-center gap-2">
        <span id="simulation-horizon">{t("horizon")}</span>
        <Select
          aria-labelledby="simulation-horizon"
          options={horizons.map((value) => ({
            value,
            label: t("hours", { count: Number(value) }),
          }))}
          value={hours}
          onValueChange={setHours}
        />
      </div>
      {simulation.isError ? (
        <ErrorState error={simulation.error} onRetry={() => void simulation.refetch()} />
      ) : simulation.data === undefined ? (
        <div role="status" aria-label={t("loading")}>
          <SkeletonLines count={6} />
        </div>
      ) : (
        <SimulationView simulation={simulation.data} />
      )}
    </Dialog>
  );
}

function SimulationView({ simulation }: { simulation: Simulation }) {
  const t = useT(simulationWords);
  const format = useFormat();
  const [view, setView] = useState<"timeline" | "table">("timeline");
  const { starts, difference, capReachedAt } = simulation;
  const cost = format.money(starts.reduce((sum, { costUsd }) => sum + costUsd, 0));
  const facts = [
    t("summary", { count: starts.length, cost }),
    capReachedAt === null ? null : t("capReached", { when: format.exact(capReachedAt) }),
  ];
  return (
    <div className="flex flex-col gap-2">
      <p>{facts.filter((fact) => fact !== null).join(" · ")}</p>
      <p className="text-muted">
        {t("difference", {
          added: difference.added.length,
          removed: difference.removed.length,
          changed: difference.changed.length,
        })}
      </p>
      {simulation.isCut ? <p className="text-amber">{t("cut")}</p> : null}
      {starts.length === 0 && simulation.waits.length === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
      ) : (
        <Tabs
          label={t("view")}
          value={view}
          onValueChange={setView}
          panelClassName="pt-2"
          tabs={[
            {
              value: "timeline",
              label: t("timeline"),
              content: <TimelinePlot simulation={simulation} />,
            },
            {
              value: "table",
              label: t("table"),
              content: <TimelineTable simulation={simulation} />,
            },
          ]}
        />
      )}
    </div>
  );
}
