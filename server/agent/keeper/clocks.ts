/**
 * The limits a keeper enforces (rule 10), looked at in one tick. Time is the sum of ticks on the
 * monotonic clock, so a laptop that slept has not used any up.
 */
import { statSync } from "node:fs";
import type { EndedBy, KeeperSpec } from "./protocol.ts";
import { findFinalResult } from "./spool-tail.ts";

export const TICK_MS = 250;

export type Clocks = {
  /** Called every tick; what has run out, if anything. */
  check(monotonicMs: number, hasWorker: boolean): EndedBy | null;
  setPaused(isPaused: boolean): void;
};

export type ClockFiles = { stdout: string; stderr: string; beat: string };

export function createClocks(spec: KeeperSpec, files: ClockFiles, startMs: number): Clocks {
  let isPaused = false;
  let lastCheckMs = startMs;
  let usedMs = 0;
  let beatMark = beatMarkOf(files.beat);
  let beatSeenMs = startMs;
  let scannedBytes = -1;
  let resultOffset: number | null = null;
  let resultSeenMs = 0;

  const isOrphan = (nowMs: number): boolean => {
    const mark = beatMarkOf(files.beat);
    if (mark !== beatMark) {
      beatMark = mark;
      beatSeenMs = nowMs;
    }
    return nowMs - beatSeenMs >= spec.orphanLimitMs;
  };
  const isDoneAndAlone = (nowMs: number, hasWorker: boolean, stdoutBytes: number): boolean => {
    if (hasWorker) {
      scannedBytes = -1;
      resultOffset = null;
      return false;
    }
    if (stdoutBytes !== scannedBytes) {
      scannedBytes = stdoutBytes;
      const offset = findFinalResult(files.stdout);
      if (offset !== resultOffset) resultSeenMs = nowMs;
      resultOffset = offset;
    }
    return resultOffset !== null && nowMs - resultSeenMs >= spec.closeStdinAfterResultMs;
  };

  return {
    check(nowMs, hasWorker) {
      if (!isPaused) usedMs += nowMs - lastCheckMs;
      lastCheckMs = nowMs;
      const stdoutBytes = sizeOf(files.stdout);
      if (stdoutBytes + sizeOf(files.stderr) > spec.spoolLimitBytes) return "spool_limit";
      if (usedMs >= spec.wallClockMs) return "wall_clock";
      if (isOrphan(nowMs)) return "orphan";
      if (isDoneAndAlone(nowMs, hasWorker, stdoutBytes)) return "result_idle";
      return null;
    },
    setPaused(next) {
      isPaused = next;
    },
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** Any change of the file's time is a beat; what time it says does not matter. */
function beatMarkOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch {
    return "none";
  }
}
