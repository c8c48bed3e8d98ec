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
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in brackets may hold spaces; utime and stime are the 12th and 13th field after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / CLOCK_TICKS;
}
