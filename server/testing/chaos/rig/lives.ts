/** What the agents said of themselves: the only witness of how many ran at once. */
import { readFile } from "node:fs/promises";

export interface Life {
  run: string;
  agent: string;
  ticket: string;
  pid: number;
  /** Wall clock, ms. */
  startedAt: number;
  /** Null: it said no last word, because it was killed or still lives. */
  endedAt: number | null;
}

interface Line {
  at: number;
  pid: number;
  event: "start" | "stop" | "stdin";
  runId?: string | null;
  agent?: string | null;
  ticket?: string | null;
}

/** Lives in the order in which they began; a file that is not there yet holds none. */
export async function readLives(file: string): Promise<Life[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const open = new Map<number, Life>();
  const lives: Life[] = [];
  for (const raw of text.split("\n")) {
    if (raw === "") continue;
    const line = JSON.parse(raw) as Line;
    const life = open.get(line.pid);
    if (line.event === "stop" && life) {
      life.endedAt = line.at;
      open.delete(line.pid);
    }
    if (line.event !== "start" || !line.runId) continue;
    const { pid, runId: run, at: startedAt } = line;
    const born = { run, agent: line.agent ?? "", ticket: line.ticket ?? "", pid, startedAt };
    const next: Life = { ...born, endedAt: null };
    open.set(pid, next);
    lives.push(next);
  }
  return lives;
}

/**
 * Pairs of lives that overlapped although `keyOf` says that they exclude each other. `endOf` tells the
 * end of a life that could not say it itself.
 */
export function findOverlaps(
  lives: readonly Life[],
  keyOf: (life: Life) => string,
  endOf: (life: Life) => number,
): string[] {
  const last = new Map<string, Life>();
  const found: string[] = [];
  for (const life of lives.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const key = keyOf(life);
    const before = last.get(key);
    if (before && endOf(before) > life.startedAt) {
      const lateMs = endOf(before) - life.startedAt;
      found.push(`${key}: run ${life.run} began ${lateMs} ms before run ${before.run} had ended`);
    }
    if (!before || endOf(life) > endOf(before)) last.set(key, life);
  }
  return found;
}
