export interface ChangedLine {
  /** From 1. */
  line: number;
  before: string;
  after: string;
}

/** Lines that differ between two texts of as many lines: a rename never adds or takes one away. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const now = after.split("\n");
  return before
    .split("\n")
    .map((text, index) => ({ line: index + 1, before: text, after: now[index] ?? "" }))
    .filter((one) => one.before !== one.after);
}
