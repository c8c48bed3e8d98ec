/** Versions of the CLI, `2.1.332`. */

/** The first version in a text such as `2.1.332 (Claude Code)`. */
export function parseVersion(text: string): string | null {
  return /\b\d+\.\d+\.\d+\b/.exec(text)?.[0] ?? null;
}

export function isAtLeast(version: string, floor: string): boolean {
  const found = version.split(".").map(Number);
  const wanted = floor.split(".").map(Number);
  for (let i = 0; i < wanted.length; i += 1) {
    const difference = (found[i] ?? 0) - (wanted[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Below: children survive the stop, and output may be cut. */
export const REFUSED_BELOW = "2.1.212";
/** Below: resuming from another folder fails, and denied tools are not announced. */
export const WARNED_BELOW = "2.1.240";

export function judgeVersion(version: string): "ok" | "warn" | "refused" {
  if (!isAtLeast(version, REFUSED_BELOW)) return "refused";
  return isAtLeast(version, WARNED_BELOW) ? "ok" : "warn";
}
