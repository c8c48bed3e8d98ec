/**
 * What a checkpoint adds to a run in a folder with 100,000 files: with nothing, ten and a thousand
 * files changed since the last one, against the second a person may wait for it. The first look, which
 * records everything, is printed beside it; the run's header says meanwhile what it waits for.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { keepSnapshot } from "#server/lib/checkpoints/keep.ts";
import { openCheckpoints } from "#server/lib/checkpoints/own-git.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { judgeMark, judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import type { Cleanup } from "../rig/cleanup.ts";

/** Folders below each other, files in the innermost. */
const SHAPE = { packages: 20, modules: 25, folders: 4, files: 50 };
const CHANGED = [0, 10, 1_000];
const FELT_MS = 1_000;
const FIRST_MARK_MS = 15_000;
const RUN = "b".repeat(32);

export async function measureCheckpoint(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const scratch = await makeScratchFolder("bench-checkpoint");
  cleanup.add(() => scratch.remove());
  const folder = path.join(scratch.path, "work");
  const files = await writeFolder(folder);
  const store = await openCheckpoints(path.join(scratch.path, "data"), 1);
  let taken = 0;
  const take = async (expected: number): Promise<number> => {
    const beganMs = performance.now();
    const { hashed } = await keepSnapshot(store, folder, { run: RUN, name: `${taken}` });
    const tookMs = performance.now() - beganMs;
    taken += 1;
    if (hashed !== expected) throw new Error(`expected ${expected} files read, found ${hashed}`);
    return tookMs;
  };

  const firstMs = await take(files.length);
  const times = new Map(CHANGED.map((count) => [count, [] as number[]]));
  for (let pair = -1; pair < pairs; pair += 1) {
    for (const [count, found] of times) {
      const step = Math.floor(files.length / Math.max(1, count));
      for (let at = 0; at < count; at += 1) {
        await writeFile(files[at * step] ?? "", `pair ${pair}, with another length: ${taken}\n`);
      }
      const tookMs = await take(count);
      if (pair >= 0) found.push(tookMs);
    }
  }
  const base = { row: "checkpoint", unit: "ms" };
  return [
    ...[...times].map(([count, found]) =>
      judgeRatio({
        ...base,
        name: `${files.length} files, ${count} changed, of ${FELT_MS} ms`,
        limit: { kind: "atMost", value: 1 },
        samples: found.map((ours) => ({ ours, reference: FELT_MS })),
      }),
    ),
    judgeMark({
      ...base,
      name: `${files.length} files, the first look`,
      values: [firstMs],
      limit: { kind: "atMost", value: FIRST_MARK_MS },
    }),
  ];
}

async function writeFolder(folder: string): Promise<string[]> {
  const files: string[] = [];
  const { packages, modules, folders } = SHAPE;
  for (let at = 0; at < packages * modules * folders; at += 1) {
    const place = `package-${at % packages}/module-${Math.floor(at / packages) % modules}`;
    const inner = path.join(folder, place, `folder-${Math.floor(at / packages / modules)}`);
    await mkdir(inner, { recursive: true });
    const names = Array.from({ length: SHAPE.files }, (_, file) =>
      path.join(inner, `file-${file}.ts`),
    );
    await Promise.all(
      names.map((name) => writeFile(name, `export const name = "${name.slice(folder.length)}";\n`)),
    );
    files.push(...names);
  }
  return files;
}
