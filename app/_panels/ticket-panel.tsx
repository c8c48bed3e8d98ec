"use client";
import { RunChanges } from "#app/_features/run/run-changes.tsx";
import { RunDetails } from "#app/_features/run/run-details.tsx";
import { RunPanel } from "#app/_features/run/run-panel.tsx";
import { useChangeCount } from "#app/_features/run/use-run.ts";
import { TicketPanel as Panel, type RunParts } from "#app/_features/ticket/ticket-panel.tsx";

const runParts: RunParts = {
  Panel: RunPanel,
  Changes: RunChanges,
  Details: RunDetails,
  useChangeCount,
};

/** The ticket panel with the run's parts put in: features do not know each other, pages do. */
export function TicketPanel(props: { slug: string; number: number; onClose: () => void }) {
  return <Panel {...props} runParts={runParts} />;
}
