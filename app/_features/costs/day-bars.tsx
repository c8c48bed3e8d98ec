"use client";
import { cn } from "#app/_components/class-names.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { barLooks, capLook } from "./legend.tsx";
import { labelledPlaces, type CapLine, type Column } from "./scale.ts";

const plotHeight = 180;
const labelHeight = 22;
/** Where the line of a cap lies that is beyond the axis. */
const aboveAxis = 8;
/** Labels that fit at 360 px, and that fit from 1,024 px. */
const fewLabels = 5;
const manyLabels = 15;

/** The drawing alone. Across it measures in percent, so that it fits every width without being measured. */
export function DayBars({
  label,
  columns,
  ticks,
  cap,
  chosen,
}: {
  label: string;
  columns: readonly Column[];
  ticks: readonly number[];
  cap: CapLine | null;
  chosen: number | null;
}) {
  const format = useFormat();
  const top = ticks.at(-1) ?? 1;
  const y = (usd: number) => plotHeight - (usd / top) * plotHeight;
  const capY = cap === null || cap.isToScale ? y(cap?.usd ?? 0) : -aboveAxis;
  const width = 100 / Math.max(1, columns.length);
  const few = new Set(labelledPlaces(columns.length, fewLabels));
  const many = labelledPlaces(columns.length, manyLabels);
  const places = [...new Set([...few, ...many])];
  return (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height={plotHeight + labelHeight}
      className="block overflow-visible"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1="0" x2="100%" y1={y(tick)} y2={y(tick)} className="stroke-(--line)" />
          <text x={-8} y={y(tick) + 4} textAnchor="end" className="fill-(--muted) text-xs">
            {format.moneyShort(tick)}
          </text>
        </g>
      ))}
      {chosen === null ? null : (
        <rect
          x={`${chosen * width}%`}
          width={`${width}%`}
          height={plotHeight}
          className="fill-(--hover)"
        />
      )}
      {columns.map((column, index) => (
        <Bar
          key={column.day}
          column={column}
          x={(index + 0.14) * width}
          width={width * 0.72}
          y={y}
        />
      ))}
      {cap === null ? null : (
        <line
          data-cap
          x1="0"
          x2="100%"
          y1={capY}
          y2={capY}
          strokeDasharray="6 4"
          className={capLook}
        />
      )}
      {places.map((place) => (
        <text
          key={place}
          x={`${(place + 0.5) * width}%`}
          y={plotHeight + 16}
          textAnchor="middle"
          className={cn("fill-(--muted) text-xs", labelClass(place, few, many))}
        >
          {format.day(columns[place]?.day ?? "")}
        </text>
      ))}
    </svg>
  );
}

/** A label may be one of the few, one of the many, or both. */
function labelClass(place: number, few: ReadonlySet<number>, many: readonly number[]): string {
  if (!few.has(place)) return "hidden lg:block";
  return many.includes(place) ? "" : "lg:hidden";
}

function Bar({
  column,
  x,
  width,
  y,
}: {
  column: Column;
  x: number;
  width: number;
  y: (usd: number) => number;
}) {
  const { exact, estimated, reserved } = column;
  const parts = [
    { look: "spent", from: 0, to: exact },
    { look: "estimated", from: exact, to: exact + estimated },
    { look: "reserved", from: exact + estimated, to: exact + estimated + reserved },
  ] as const;
  return (
    <g data-day={column.day}>
      {parts.map(({ look, from, to }) =>
        to > from ? (
          <rect
            key={look}
            data-part={look}
            x={`${x}%`}
            width={`${width}%`}
            y={y(to)}
            // What is there is seen, however little it is.
            height={Math.max(1, y(from) - y(to))}
            className={barLooks[look]}
          />
        ) : null,
      )}
    </g>
  );
}
