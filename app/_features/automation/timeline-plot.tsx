"use client";
import { useId, useState, type KeyboardEvent } from "react";
import type { Simulation, SimulatedStart } from "#server/contracts/simulation.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { SpendCurve } from "./spend-curve.tsx";
import { layOutLanes, type Lane } from "./timeline-layout.ts";
import { simulationWords } from "./simulation-words.ts";

const laneHeight = 28;
const labelWidth = 132;
const plotWidth = 780;
const spendHeight = 96;
const axisHeight = 20;
/** Times written under the plot, both ends included. */
const axisTimes = 5;
const padding = 12;

/**
 * Lanes per group with a bar per run and hatched spans where something waits; the day's spend against
 * the cap below. Arrow keys go from run to run, the line under the plot says what is chosen.
 */
export function TimelinePlot({ simulation }: { simulation: Simulation }) {
  const t = useT(simulationWords);
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const lanes = layOutLanes(simulation);
  const { starts } = simulation;
  const height = lanes.length * laneHeight + spendHeight + axisHeight;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, chosen, starts.length);
    if (target === null) return;
    event.preventDefault();
    setChosen(target);
  };
  return (
    <div>
      <div
        role="listbox"
        aria-label={t("plot")}
        aria-activedescendant={starts.length === 0 ? undefined : `${id}-${chosen}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        data-timeline
        className="scroll-thin overflow-x-auto rounded border bg-surface"
      >
        <svg width={labelWidth + plotWidth + padding} height={height} className="block">
          <defs>
            <pattern id={`${id}-hatch`} width="6" height="6" patternUnits="userSpaceOnUse">
              <path d="M0 6 L6 0" className="stroke-(--amber)" strokeWidth="1.5" />
            </pattern>
          </defs>
          {lanes.map((lane, row) => (
            <LaneRow
              key={lane.group}
              lane={lane}
              y={row * laneHeight}
              id={id}
              chosen={chosen}
              onChoose={setChosen}
            />
          ))}
          <SpendCurve
            simulation={simulation}
            x={labelWidth}
            y={lanes.length * laneHeight}
            width={plotWidth}
            height={spendHeight}
          />
          <TimeAxis simulation={simulation} y={height - 6} />
        </svg>
      </div>
      <ChosenRun start={starts[chosen]} />
    </div>
  );
}

function TimeAxis({ simulation, y }: { simulation: Simulation; y: number }) {
  const format = useFormat();
  const from = new Date(simulation.from).getTime();
  const length = new Date(simulation.to).getTime() - from;
  return (
    <g aria-hidden>
      {Array.from({ length: axisTimes }, (_, index) => {
        const share = index / (axisTimes - 1);
        const at = new Date(from + share * length).toISOString();
        const anchor = index === 0 ? "start" : index === axisTimes - 1 ? "end" : "middle";
        return (
          <text
            key={at}
            x={labelWidth + share * plotWidth}
            y={y}
            textAnchor={anchor}
            className="fill-(--muted) text-xs"
          >
            {format.clock(at, from)}
          </text>
        );
      })}
    </g>
  );
}

function LaneRow({
  lane,
  y,
  id,
  chosen,
  onChoose,
}: {
  lane: Lane;
  y: number;
  id: string;
  chosen: number;
  onChoose: (index: number) => void;
}) {
  const t = useT(simulationWords);
  const line = y + laneHeight;
  return (
    <g role="presentation">
      <text x={8} y={y + 18} className="fill-(--muted) text-sm">
        {lane.group.length > 17 ? `${lane.group.slice(0, 16)}…` : lane.group}
        <title>{lane.group}</title>
      </text>
      <line x1={0} x2="100%" y1={line} y2={line} className="stroke-(--line)" />
      {lane.waits.map((wait) => (
        <rect
          key={wait.from}
          x={labelWidth + wait.from * plotWidth}
          y={y + 21}
          width={Math.max(1, (wait.to - wait.from) * plotWidth)}
          height={5}
          fill={`url(#${id}-hatch)`}
        >
          <title>{t("waiting", { count: wait.count })}</title>
        </rect>
      ))}
      {lane.bars.map(({ index, from, to, start }) => (
        <rect
          key={index}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          aria-label={t("run", nameOf(start))}
          x={labelWidth + from * plotWidth}
          y={y + 4}
          width={Math.max(2, (to - from) * plotWidth - 1)}
          height={15}
          rx={2}
          strokeWidth={index === chosen ? 2 : 0}
          onClick={() => onChoose(index)}
          className="cursor-pointer fill-(--accent) stroke-(--ink)"
        />
      ))}
    </g>
  );
}

function ChosenRun({ start }: { start: SimulatedStart | undefined }) {
  const t = useT(simulationWords);
  const format = useFormat();
  return (
    <p role="status" className="mt-1 min-h-5 text-sm text-muted">
      {start === undefined
        ? t("noRun")
        : t("chosen", {
            ...nameOf(start),
            from: format.exact(start.at),
            to: format.exact(start.endsAt),
            rule: start.automationId ?? "",
            cost: format.money(start.costUsd),
          })}
    </p>
  );
}

function nameOf(start: SimulatedStart): { agent: string; ticket: string } {
  return { agent: start.agent, ticket: start.ticket === null ? "–" : `#${start.ticket}` };
}

function targetOf(key: string, chosen: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(count - 1, chosen + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(0, chosen - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
