import type { ProcessIdentity } from "../agent/runtime.ts";
import type { WorkerContext } from "./context.ts";
import { RunLost } from "./run-feed.ts";

/**
 * Ends what a dead keeper left behind, for as long as it takes: nothing follows before a clean scan
 * (runs.md §4). What belongs to another host is left to it. Rejects with {@link RunLost} when the run is
 * let go meanwhile. Returns how many processes were killed.
 */
export async function endSurely(
  { runtime }: Pick<WorkerContext, "runtime">,
  target: {
    runId: string;
    agent: ProcessIdentity | null;
    namespaceInit?: ProcessIdentity | null;
  },
  signal: AbortSignal,
): Promise<number> {
  if (target.agent !== null && runtime.isAlive(target.agent) === "foreign") return 0;
  for (let all = 0; ;) {
    const { clean, killed } = await runtime.endTree(target);
    all += killed;
    if (clean) return all;
    if (signal.aborted) throw new RunLost(`run ${target.runId}: let go`);
  }
}
