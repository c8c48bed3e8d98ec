import type { CheckpointStore } from "./own-git.ts";
import { folderKey, takeSnapshot } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

export interface KeptSnapshot extends Snapshot {
  commit: string;
}

/**
 * Takes a snapshot and keeps it under `refs/runs/<run>/<name>`. Checkpoints have no parents, so that
 * forgetting one run frees what only it held.
 */
export async function keepSnapshot(
  store: CheckpointStore,
  folder: string,
  ref: { run: string; name: string },
): Promise<KeptSnapshot> {
  const snapshot = await takeSnapshot(store, folder);
  const commit = await commitTree(store, snapshot.tree, `${ref.run} ${ref.name}`);
  await store.git(["update-ref", "--stdin"], {
    input: [
      `update refs/runs/${ref.run}/${ref.name} ${commit}`,
      // What the folder's index names must outlive the run that put it there.
      `update refs/folders/${folderKey(folder)} ${commit}`,
      "",
    ].join("\n"),
  });
  return { ...snapshot, commit };
}

async function commitTree(store: CheckpointStore, tree: string, message: string): Promise<string> {
  const output = await store.git(["commit-tree", "-m", message, tree]);
  return output.toString("utf8").trim();
}

/** Forgets a run's checkpoints; {@link sweep} frees their space. */
export async function forgetRun(store: CheckpointStore, run: string): Promise<number> {
  const output = await store.git(["for-each-ref", "--format=%(refname)", `refs/runs/${run}/`]);
  const refs = output.toString("utf8").split("\n").filter(Boolean);
  if (refs.length > 0) {
    const input = `${refs.map((ref) => `delete ${ref}`).join("\n")}\n`;
    await store.git(["update-ref", "--stdin"], { input });
  }
  return refs.length;
}

const SWEEP_WITHIN_MS = 10 * 60_000;

/** Packs what is kept and frees what nothing names; what is younger than two hours stays. */
export async function sweep(store: CheckpointStore): Promise<void> {
  await store.git(["gc", "--quiet", "--prune=2.hours.ago"], { timeoutMs: SWEEP_WITHIN_MS });
}
