import type { RunHarness } from "#server/contracts/run.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** What a person changed for this try; empty = nothing. */
export function harnessOf(run: Pick<ClaimedRun, "harness">): RunHarness {
  return run.harness as RunHarness;
}
