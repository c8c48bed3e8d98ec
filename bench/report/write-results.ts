import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg, release, totalmem } from "node:os";
import path from "node:path";
import { programVersion } from "#server/lib/program-version.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import type { Measure } from "../measure/measure.ts";

/** What a run of the benchmark was made on, for whoever compares two of them. */
export interface Machine {
  node: string;
  kernel: string;
  cpu: string;
  cores: number;
  memoryGb: number;
  /** Load of the last minute when it began and when it ended. */
  loadBefore: number;
  loadAfter: number;
}

export function loadOfMinute(): number {
  return loadavg()[0] ?? 0;
}

export function describeMachine(loadBefore: number): Machine {
  return {
    node: process.versions.node,
    kernel: release(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    loadBefore,
    loadAfter: loadOfMinute(),
  };
}

/** Writes `bench/results/latest.json`; returns its path relative to the project. */
export async function writeResults(
  pairs: number,
  machine: Machine,
  measures: readonly Measure[],
): Promise<string> {
  const file = "bench/results/latest.json";
  const target = path.join(findProjectRoot(), file);
  await mkdir(path.dirname(target), { recursive: true });
  const at = new Date().toISOString();
  const content = { at, version: programVersion(), pairs, machine, measures };
  await writeFile(target, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}
