/** Reading a process folder: how far the start got, and what still lives (rule 7). */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { livenessOf } from "./identity.ts";
import { FILES } from "./keeper/protocol.ts";
import type { ExitRecord, ProcessRecord, StartedRecord } from "./keeper/protocol.ts";
import type { FolderState } from "./runtime.ts";

async function readJson<T>(dir: string, name: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path.join(dir, name), "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export const readStarted = (dir: string) => readJson<StartedRecord>(dir, FILES.started);
export const readProcess = (dir: string) => readJson<ProcessRecord>(dir, FILES.process);
export const readExit = (dir: string) => readJson<ExitRecord>(dir, FILES.exit);

export async function inspectFolder(dir: string): Promise<FolderState> {
  const [started, process, exit] = await Promise.all([
    readStarted(dir),
    readProcess(dir),
    readExit(dir),
  ]);
  const keeper = process?.keeper ?? (started?.word === "keeper" ? started.keeper : null);
  return {
    started,
    process,
    exit,
    keeper: keeper && livenessOf(keeper),
    agent: process && livenessOf(process.agent),
  };
}
