/**
 * Finding every process of a run. The CLI puts each Bash call into a session of its own, and
 * daemons reparent to pid 1, so neither group nor parent is enough: the marker variable
 * `SIGNALBOX_RUN_ID` in the environment is what descendants cannot lose by forking (runs.md §4).
 * Node built-ins only: the keeper uses it.
 */
import { readFileSync, readdirSync } from "node:fs";
import { isGoneState, namespaceOf, readStat, signalProcess, thisHost } from "./identity.ts";
import type { ProcessStat } from "./identity.ts";
import type { ProcessIdentity } from "./keeper/protocol.ts";

export const RUN_MARKER = "SIGNALBOX_RUN_ID";

export type TreeTarget = {
  runId: string;
  /** Root of the tree; its group and session count as long as its pid was not reused. */
  agent: ProcessIdentity | null;
  /** Processes seen as descendants earlier: pid → start time. Catches daemons with a cleaned environment. */
  seen?: ReadonlyMap<number, number>;
  /** Inode of its pid namespace: everything inside is of the run. */
  namespace?: string;
};

const MAX_ROUNDS = 8;
/** Kernel threads have no environment; they hang below this pid. */
const KTHREADD_PID = 2;

/** True when the process was started with `SIGNALBOX_RUN_ID=<runId>`. */
export function hasMarker(pid: number, runId: string): boolean {
  return markerOf(pid, runId) === "ours";
}

/** `unknown`: no environment to be seen, as in the middle of an `exec`. */
function markerOf(pid: number, runId: string): "ours" | "other" | "unknown" {
  const wanted = `${RUN_MARKER}=${runId}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    let environ: string;
    try {
      environ = readFileSync(`/proc/${pid}/environ`, "latin1");
    } catch {
      return "other";
    }
    if (environ === "") continue;
    return `\0${environ}`.includes(`\0${wanted}\0`) ? "ours" : "other";
  }
  return "unknown";
}

export type Scan = {
  found: ProcessIdentity[];
  /** Younger than the agent and without an environment: perhaps ours in the middle of an `exec`. */
  unsure: ProcessIdentity[];
};

/**
 * All living processes of a run: the agent, its group and session, everything marked, everything
 * seen before, and all descendants of those. Never this process itself. Empty without `/proc`.
 */
export function scanRun(target: TreeTarget): Scan {
  const stats = new Map<number, ProcessStat>();
  const seeds = new Set<number>();
  const unsure = new Set<number>();
  const judge = createJudge(target);
  // What forks while we read gets a new pid: list again until nothing new has come.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fresh = listPids().filter((pid) => !stats.has(pid));
    if (fresh.length === 0) break;
    for (const pid of fresh) {
      const stat = readStat(pid);
      if (!stat) continue;
      stats.set(pid, stat);
      const verdict = judge(stat);
      if (verdict === "ours") seeds.add(pid);
      else if (verdict === "unknown") unsure.add(pid);
    }
  }
  const found = withDescendants(seeds, stats);
  const host = thisHost();
  const toIdentities = (pids: Iterable<number>): ProcessIdentity[] =>
    [...pids].flatMap((pid) => {
      const stat = stats.get(pid);
      if (!stat || isGoneState(stat.state)) return [];
      return [{ ...host, pid, startTime: stat.startTime }];
    });
  return {
    found: toIdentities(found),
    unsure: toIdentities([...unsure].filter((pid) => !found.has(pid))),
  };
}

export function findRunProcesses(target: TreeTarget): ProcessIdentity[] {
  return scanRun(target).found;
}

/**
 * How many processes the run has, exact up to `limit`. A run has no more than the machine, so on most
 * looks counting those is enough.
 */
export function countRunProcesses(target: TreeTarget, limit: number): number {
  const everywhere = listPids().length;
  return everywhere <= limit ? 0 : findRunProcesses(target).length;
}

function listPids(): number[] {
  try {
    return readdirSync("/proc").flatMap((name) => {
      const pid = Number(name);
      return Number.isInteger(pid) ? [pid] : [];
    });
  } catch {
    return [];
  }
}

function createJudge({ agent, runId, seen, namespace }: TreeTarget) {
  const root = agent ? readStat(agent.pid) : null;
  const isReused = agent !== null && root !== null && root.startTime !== agent.startTime;
  const notBefore = agent?.startTime ?? 0;
  return (stat: ProcessStat): "ours" | "other" | "unknown" => {
    if (namespace !== undefined && namespaceOf(stat.pid) === namespace) return "ours";
    if (stat.startTime < notBefore || stat.pid === process.pid || isGoneState(stat.state)) {
      return "other";
    }
    const isOfGroup =
      agent !== null && !isReused && (stat.groupId === agent.pid || stat.sessionId === agent.pid);
    if (isOfGroup || seen?.get(stat.pid) === stat.startTime) return "ours";
    if (stat.pid === KTHREADD_PID || stat.parentPid === KTHREADD_PID) return "other";
    return markerOf(stat.pid, runId);
  };
}

function withDescendants(seeds: Set<number>, stats: Map<number, ProcessStat>): Set<number> {
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
  return found;
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

/** A process may be "perhaps in the middle of an exec" this often; then it just has no environment. */
const MAX_UNSURE_SCANS = 4;
/** On a machine so busy that one scan takes half a second, time alone would end a sweep in its middle. */
const MIN_SCANS = 2 * MAX_UNSURE_SCANS;

/**
 * Kills until two scans in a row find nothing, five once something was found: what replaces itself
 * all the time shows between two pids for a moment only. Gives up after `timeoutMs`
 * (`clean: false`); the caller tries again.
 */
export async function sweepRun(
  target: TreeTarget,
  options: { timeoutMs?: number; pauseMs?: number } = {},
): Promise<{ clean: boolean; killed: number }> {
  const { timeoutMs = 2_000, pauseMs = 15 } = options;
  const deadline = performance.now() + timeoutMs;
  const killed = new Set<string>();
  const unsureCounts = new Map<string, number>();
  let cleanScans = 0;
  for (let scans = 1; ; scans += 1) {
    const { found, unsure } = scanRun(target);
    const isUnsure = unsure.some((identity) => {
      const count = (unsureCounts.get(keyOf(identity)) ?? 0) + 1;
      unsureCounts.set(keyOf(identity), count);
      return count <= MAX_UNSURE_SCANS;
    });
    for (const identity of found) {
      if (signalProcess(identity, "SIGKILL")) killed.add(keyOf(identity));
    }
    if (found.length > 0) cleanScans = 0;
    else if (!isUnsure) cleanScans += 1;
    if (cleanScans >= (killed.size === 0 ? 2 : 5)) return { clean: true, killed: killed.size };
    if (performance.now() >= deadline && scans >= MIN_SCANS)
      return { clean: false, killed: killed.size };
    // Straight after a kill there is no time to lose.
    await new Promise((resolve) => setTimeout(resolve, found.length > 0 ? 1 : pauseMs));
  }
}

function keyOf(identity: ProcessIdentity): string {
  return `${identity.pid}:${identity.startTime}`;
}
