import { median, rangeOf } from "./statistics.ts";

/** What a ratio must keep to. */
export interface Floor {
  kind: "atMost" | "atLeast";
  value: number;
}

/** One number of ours in one pair, and what it is held against. */
export interface Sample {
  ours: number;
  reference: number;
}

/** One line of the table. */
export interface Measure {
  /** Requirement, such as `P-04`. */
  row: string;
  name: string;
  unit: string;
  /** Medians over the pairs. */
  ours: number;
  /** Null: there is nothing to hold it against, only a mark. */
  reference: number | null;
  /** Median of the pairwise ratios, with their range. */
  ratio: number | null;
  ratioLow: number | null;
  ratioHigh: number | null;
  /** What a missed one means: a floor fails the run, a mark is only printed. */
  weight: "floor" | "mark";
  /** Of the ratio; of `ours` itself where there is no reference. */
  limit: Floor;
  isMet: boolean;
  /** What stands behind the numbers, one per pair. */
  samples: (Sample | { ours: number })[];
}

export interface RatioInput {
  row: string;
  name: string;
  unit: string;
  samples: Sample[];
  limit: Floor;
  weight?: Measure["weight"];
}

/** The median of `ours / reference` over all pairs against its limit. */
export function judgeRatio(input: RatioInput): Measure {
  const { samples, limit } = input;
  const ratios = samples.map((sample) => sample.ours / sample.reference);
  const ratio = median(ratios);
  const { low, high } = rangeOf(ratios);
  return {
    weight: "floor",
    ...input,
    ours: median(samples.map((sample) => sample.ours)),
    reference: median(samples.map((sample) => sample.reference)),
    ratio,
    ratioLow: low,
    ratioHigh: high,
    isMet: keepsTo(ratio, limit),
  };
}

/** The median of a number in its own unit against a mark: printed, never a reason to fail. */
export function judgeMark(input: {
  row: string;
  name: string;
  unit: string;
  values: number[];
  limit: Floor;
}): Measure {
  const { values, ...rest } = input;
  const ours = median(values);
  return {
    ...rest,
    ours,
    reference: null,
    ratio: null,
    ratioLow: null,
    ratioHigh: null,
    weight: "mark",
    isMet: keepsTo(ours, input.limit),
    samples: values.map((value) => ({ ours: value })),
  };
}

function keepsTo(value: number, { kind, value: limit }: Floor): boolean {
  return kind === "atMost" ? value <= limit : value >= limit;
}

/** Floors that were missed: what the program's exit code says. */
export function missedFloors(measures: readonly Measure[]): Measure[] {
  return measures.filter((measure) => measure.weight === "floor" && !measure.isMet);
}
