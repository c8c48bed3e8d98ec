/** A whole number within limits, else null. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** Dollars, with a point or a comma; null = no amount. */
export function dollars(text: string): number | null {
  const plain = text.replace(/^\$/, "").trim().replace(",", ".");
  if (!/^\d{1,7}(\.\d{1,4})?$/.test(plain)) return null;
  const value = Number(plain);
  return value <= 1_000_000 ? value : null;
}

/** One entry a line, without empty ones and repetitions. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}
