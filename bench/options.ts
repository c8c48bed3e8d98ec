import { parseArgs } from "node:util";

export interface BenchOptions {
  rows: string[];
  pairs: number;
}

/** Fewer say too little about the spread. */
const DEFAULT_PAIRS = 7;
const MAX_PAIRS = 100;

/** `--rows P-03,P-06` and `--pairs n`; throws naming what was expected and found. */
export function readOptions(args: string[], known: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: { rows: { type: "string" }, pairs: { type: "string" } },
  });
  const rows = values.rows?.split(",").map((name) => name.trim()) ?? [...known];
  const unknown = rows.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`--rows: expected some of ${known.join(", ")}, found ${unknown.join(", ")}`);
  }
  const pairs = Number(values.pairs ?? DEFAULT_PAIRS);
  if (!Number.isInteger(pairs) || pairs < 1 || pairs > MAX_PAIRS) {
    throw new Error(
      `--pairs: expected a whole number from 1 to ${MAX_PAIRS}, found ${values.pairs}`,
    );
  }
  return { rows: known.filter((name) => rows.includes(name)), pairs };
}
