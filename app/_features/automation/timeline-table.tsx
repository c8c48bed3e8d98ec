"use client";
import type { Simulation } from "#server/contracts/simulation.ts";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { simulationWords } from "./simulation-words.ts";

/** Rows per table; a longer simulation is read in the plot. */
const maxRows = 200;

/** The same as the plot, in words. */
export function TimelineTable({ simulation }: { simulation: Simulation }) {
  const t = useT(simulationWords);
  const format = useFormat();
  const say = useSentence();
  const { starts, waits } = simulation;
  return (
    <div className="flex flex-col gap-3">
      <Table label={t("starts")}>
        <thead>
          <tr>
            <Th>{t("from")}</Th>
            <Th>{t("to")}</Th>
            <Th>{t("ticket")}</Th>
            <Th>{t("agent")}</Th>
            <Th>{t("rule")}</Th>
            <Th className="text-right">{t("cost")}</Th>
          </tr>
        </thead>
        <tbody>
          {starts.slice(0, maxRows).map((start) => (
            <tr key={`${start.at}${start.agent}${start.ticket ?? start.automationId}`}>
              <Td className="whitespace-nowrap">{format.exact(start.at)}</Td>
              <Td className="whitespace-nowrap">{format.exact(start.endsAt)}</Td>
              <Td>{start.ticket === null ? "–" : `#${start.ticket}`}</Td>
              <Td>{start.agent}</Td>
              <Td>{start.automationId}</Td>
              <Td className="text-right">{format.money(start.costUsd)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {waits.length === 0 ? null : (
        <Table label={t("waits")}>
          <thead>
            <tr>
              <Th>{t("from")}</Th>
              <Th>{t("to")}</Th>
              <Th>{t("ticket")}</Th>
              <Th>{t("reason")}</Th>
            </tr>
          </thead>
          <tbody>
            {waits.slice(0, maxRows).map((wait) => (
              <tr key={`${wait.from}${wait.ticket ?? ""}${wait.automationId ?? ""}${wait.code}`}>
                <Td className="whitespace-nowrap">{format.exact(wait.from)}</Td>
                <Td className="whitespace-nowrap">
                  {wait.to === null ? t("stillWaits") : format.exact(wait.to)}
                </Td>
                <Td>{wait.ticket === null ? "–" : `#${wait.ticket}`}</Td>
                <Td>{say(wait.sentence)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {Math.max(starts.length, waits.length) > maxRows ? (
        <p className="text-sm text-muted">{t("shown", { count: maxRows })}</p>
      ) : null}
    </div>
  );
}
