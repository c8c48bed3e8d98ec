import type { Floor, Measure } from "../measure/measure.ts";

const HEADS = ["row", "measure", "ours", "reference", "ratio (range)", "floor", "met?"];

/** All measures as one table for a terminal. */
export function formatTable(measures: readonly Measure[]): string {
  const rows = measures.map(describe);
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [line(HEADS), rule, ...rows.map(line)].join("\n");
}

function describe(measure: Measure): string[] {
  const { row, name, unit, ours, reference, ratio, ratioLow, ratioHigh } = measure;
  const range =
    ratio === null || ratioLow === null || ratioHigh === null
      ? "–"
      : `${short(ratio)} (${short(ratioLow)}–${short(ratioHigh)})`;
  return [
    row,
    name,
    `${short(ours)} ${unit}`,
    reference === null ? "–" : `${short(reference)} ${unit}`,
    range,
    describeLimit(measure),
    measure.weight === "mark" ? `(${measure.isMet ? "yes" : "no"})` : measure.isMet ? "yes" : "NO",
  ];
}

function describeLimit({ limit, weight, reference, unit }: Measure): string {
  const text = `${signs[limit.kind]} ${limit.value}${reference === null ? ` ${unit}` : "×"}`;
  return weight === "mark" ? `mark ${text}` : text;
}

const signs = { atMost: "≤", atLeast: "≥" } satisfies Record<Floor["kind"], string>;

/** Three digits that matter, none behind the point for what is large. */
function short(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
