/** Ends what a dead keeper left behind. */
import { livenessOf, namespaceOf, signalProcess, thisHost } from "./identity.ts";
import { endNamespace } from "./keeper/namespace.ts";
import { sweepRun } from "./process-tree.ts";
import { defaultLimits } from "./runtime.ts";
import type { EndTreeResult, ProcessIdentity } from "./runtime.ts";

const POLL_MS = 25;

/**
 * SIGTERM to the agent (which then ends its own children), `termGraceMs`, then SIGKILL to all that
 * is left, its namespace first. A foreign identity (other boot or namespace) is not touched and counts as unclean.
 */
export async function endTree(target: {
  runId: string;
  agent: ProcessIdentity | null;
  namespaceInit?: ProcessIdentity | null;
  termGraceMs?: number;
}): Promise<EndTreeResult> {
  const { runId, agent, namespaceInit, termGraceMs = defaultLimits.termGraceMs } = target;
  if (agent && livenessOf(agent) === "foreign") return { clean: false, killed: 0 };
  const namespace = agent && livenessOf(agent) === "alive" ? namespaceOf(agent.pid) : null;
  const isOwn = namespace !== null && namespace !== thisHost().pidNamespace;
  if (agent && signalProcess(agent, "SIGTERM")) await waitUntilGone(agent, termGraceMs);
  if (namespaceInit) await endNamespace(namespaceInit);
  return sweepRun({ runId, agent, ...(isOwn ? { namespace } : {}) });
}

async function waitUntilGone(agent: ProcessIdentity, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (livenessOf(agent) === "alive" && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
