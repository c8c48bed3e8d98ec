import { readFileSync } from "node:fs";

/** CPU time a process with one thread has used so far, in ms, from the scheduler's own account. */
export function cpuTimeOfMs(pid: number): number {
  const [ranNs] = readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ");
  return Number(ranNs) / 1e6;
}

/** CPU time of this process with all its threads, in ms. */
export function ownCpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Ticks of the kernel's account in a second. */
const CLOCK_TICKS = 100;

/** CPU time of a process with all its threads, in ms; exact to ten. */
export function processCpuTimeMs(pid: number): number {
  return ticksOf(pid, OWN_FIELDS);
}

/**
 * The same of a whole tree of processes that may come and go: the time of one that has ended is its
 * parent's account of children.
 */
export async function treeCpuTimeMs(list: () => Promise<number[]>): Promise<number> {
  for (;;) {
    const pids = await list();
    try {
      return pids.reduce((sum, pid) => sum + ticksOf(pid, TREE_FIELDS), 0);
    } catch (error) {
      // One ended meanwhile: looked at again.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** utime and stime; cutime and cstime come after them. */
const OWN_FIELDS = [11, 12];
const TREE_FIELDS = [11, 12, 13, 14];

function ticksOf(pid: number, wanted: readonly number[]): number {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in brackets may hold spaces: fields are counted after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = wanted.reduce((sum, field) => sum + Number(fields[field]), 0);
  return (ticks * 1_000) / CLOCK_TICKS;
}
