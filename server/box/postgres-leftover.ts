import { readFile, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { sleep } from "../lib/abort.ts";

const FAST_STOP_WITHIN_MS = 15_000;

/**
 * Ends a server that still runs in `dataFolder`, because the box before us was killed (rule 27).
 * The process is recognised by its working directory, never by its number alone.
 */
export async function stopLeftover(dataFolder: string): Promise<void> {
  const pid = await readServerPid(dataFolder);
  if (pid === null || !(await isServerOf(pid, dataFolder))) return;
  process.kill(pid, "SIGINT");
  if (await isGoneWithin(pid, dataFolder, FAST_STOP_WITHIN_MS)) return;
  process.kill(pid, "SIGQUIT");
  if (await isGoneWithin(pid, dataFolder, FAST_STOP_WITHIN_MS)) return;
  throw new Error(`the database server ${pid} that still runs in ${dataFolder} does not stop`);
}

async function readServerPid(dataFolder: string): Promise<number | null> {
  const text = await readFile(path.join(dataFolder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

async function isServerOf(pid: number, dataFolder: string): Promise<boolean> {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    const [workingFolder, wanted] = await Promise.all([
      readlink(`/proc/${pid}/cwd`),
      realpath(dataFolder),
    ]);
    return workingFolder === wanted;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isGoneWithin(pid: number, dataFolder: string, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    if (!(await isServerOf(pid, dataFolder))) return true;
    await sleep(50);
  }
  return false;
}
