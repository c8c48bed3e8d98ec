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
