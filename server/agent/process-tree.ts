/**
 * Finding every process of a run. The CLI puts each Bash call into a session of its own, and
 * daemons reparent to pid 1, so neither group nor parent is enough: the marker variable
 * `SIGNALBOX_RUN_ID` in the environment is what descendants cannot lose by forking (runs.md §4).
 * Node built-ins only: the keeper uses it.
 */
import { readFileSync, readdirSync } from "node:fs";
import { isGoneState, readStat, signalProcess, thisHost } from "./identity.ts";
import type { ProcessStat } from "./identity.ts";
import type { ProcessIdentity } from "./keeper/protocol.ts";

export const RUN_MARKER = "SIGNALBOX_RUN_ID";

export type TreeTarget = {
  runId: string;
  /** Root of the tree; its group and session count as long as its pid was not reused. */
  agent: ProcessIdentity | null;
  /** Processes seen as descendants earlier: pid → start time. Catches daemons with a cleaned environment. */
  seen?: ReadonlyMap<number, number>;
};

/** Reads all processes of the machine that may be looked at; empty without `/proc`. */
export function readAllStats(): Map<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>();
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return stats;
  }
  for (const name of names) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readStat(pid);
    if (stat) stats.set(pid, stat);
  }
  return stats;
}

/** True when the process was started with `SIGNALBOX_RUN_ID=<runId>`. */
export function hasMarker(pid: number, runId: string): boolean {
  let environ: string;
  try {
    environ = readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return false;
  }
  const wanted = `${RUN_MARKER}=${runId}`;
  return environ === wanted || `\0${environ}\0`.includes(`\0${wanted}\0`);
}

/**
 * All living processes of a run: the agent, its group and session, everything marked, everything
 * seen before, and all descendants of those. Never this process itself.
 */
export function findRunProcesses(target: TreeTarget): ProcessIdentity[] {
  const stats = readAllStats();
  const seeds = findSeeds(target, stats);
  const children = new Map<number, number[]>();
  for (const stat of stats.values()) {
    const siblings = children.get(stat.parentPid);
    if (siblings) siblings.push(stat.pid);
    else children.set(stat.parentPid, [stat.pid]);
  }
  const found = new Set<number>();
  const queue = [...seeds];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    if (found.has(pid) || pid === process.pid || pid === 1) continue;
    found.add(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  const host = thisHost();
  return [...found].flatMap((pid) => {
    const stat = stats.get(pid);
    if (!stat || isGoneState(stat.state)) return [];
    return [{ ...host, pid, startTime: stat.startTime }];
  });
}

function findSeeds(target: TreeTarget, stats: Map<number, ProcessStat>): Set<number> {
  const { agent, runId, seen } = target;
  const root = agent ? stats.get(agent.pid) : undefined;
  const isReused = agent !== null && root !== undefined && root.startTime !== agent.startTime;
  const notBefore = agent?.startTime ?? 0;
  const seeds = new Set<number>();
  for (const stat of stats.values()) {
    if (stat.startTime < notBefore || stat.pid === process.pid) continue;
    const isOfGroup =
      agent !== null && !isReused && (stat.groupId === agent.pid || stat.sessionId === agent.pid);
    const wasSeen = seen?.get(stat.pid) === stat.startTime;
    if (isOfGroup || wasSeen || hasMarker(stat.pid, runId)) seeds.add(stat.pid);
  }
  return seeds;
}

/** Records the present descendants of `pid` in `into` (cheap: reads that subtree only). */
export function recordDescendants(pid: number, into: Map<number, number>, limit = 4096): void {
  const queue = childrenOf(pid);
  for (let child = queue.pop(); child !== undefined; child = queue.pop()) {
    if (into.size >= limit) return;
    const stat = readStat(child);
    if (!stat) continue;
    into.set(child, stat.startTime);
    queue.push(...childrenOf(child));
  }
}

function childrenOf(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").trim();
      return text === "" ? [] : text.split(" ").map(Number);
    } catch {
      return [];
    }
  });
}

/** SIGKILL to every process of the run that is there now; how many were sent it. */
export function killRunProcesses(target: TreeTarget): number {
  let killed = 0;
  for (const identity of findRunProcesses(target)) {
    if (signalProcess(identity, "SIGKILL")) killed += 1;
  }
  return killed;
}

/**
 * Kills until two scans in a row find nothing (a process in the middle of `exec` shows an empty
 * environment for a moment). Gives up after `timeoutMs` (`clean: false`); the caller tries again.
 */
export async function sweepRun(
  target: TreeTarget,
  options: { timeoutMs?: number; pauseMs?: number } = {},
): Promise<{ clean: boolean; killed: number }> {
  const { timeoutMs = 2_000, pauseMs = 25 } = options;
  const deadline = performance.now() + timeoutMs;
  const killedPids = new Set<string>();
  let cleanScans = 0;
  for (;;) {
    const found = findRunProcesses(target);
    cleanScans = found.length === 0 ? cleanScans + 1 : 0;
    if (cleanScans === 2) return { clean: true, killed: killedPids.size };
    for (const identity of found) {
      if (signalProcess(identity, "SIGKILL")) {
        killedPids.add(`${identity.pid}:${identity.startTime}`);
      }
    }
    if (performance.now() >= deadline) return { clean: false, killed: killedPids.size };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
