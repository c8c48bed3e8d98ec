"use client";
import type { Simulation } from "#server/contracts/simulation.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { simulationWords } from "./simulation-words.ts";
import { shareOf } from "./timeline-layout.ts";

const hourMs = 3_600_000;

/** The day's spend hour by hour, and the line it may not pass. */
export function SpendCurve({
  simulation,
  x,
  y,
  width,
  height,
}: {
  simulation: Simulation;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const t = useT(simulationWords);
  const format = useFormat();
  const { spend, capUsd } = simulation;
  const most = Math.max(capUsd ?? 0, ...spend.map(({ dayUsd }) => dayUsd), 1) * 1.15;
  const top = (usd: number): number => y + height - 4 - (usd / most) * (height - 20);
  const points = spend.map(({ at, dayUsd }) => {
    const end = new Date(new Date(at).getTime() + hourMs).toISOString();
    return `${x + shareOf(simulation, end) * width},${top(dayUsd)}`;
  });
  const cap = capUsd === null ? null : top(capUsd);
  return (
    <g aria-hidden>
      <text x={8} y={y + 18} className="fill-(--muted) text-sm">
        {t("spend")}
      </text>
      <polyline
        points={[`${x},${top(0)}`, ...points].join(" ")}
        fill="none"
        strokeWidth={1.5}
        className="stroke-(--blue)"
      />
      {cap === null || capUsd === null ? null : (
        <>
          <line
            x1={x}
            x2={x + width}
            y1={cap}
            y2={cap}
            strokeDasharray="4 3"
            className="stroke-(--red)"
          />
          <text x={x - 6} y={cap + 4} textAnchor="end" className="fill-(--red) text-xs">
            {format.moneyShort(capUsd)}
          </text>
        </>
      )}
      {simulation.capReachedAt === null ? null : (
        <circle
          cx={x + shareOf(simulation, simulation.capReachedAt) * width}
          cy={cap ?? y}
          r={3.5}
          className="fill-(--red)"
        />
      )}
    </g>
  );
}
