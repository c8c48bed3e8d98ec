import { statfs } from "node:fs/promises";
import type { AgentCli } from "#server/contracts/project.ts";
import type { MachineFacts } from "#server/core/dispatch/snapshot.ts";
import type { Tx } from "../store/client.ts";

/** A worker whose last beat is older than this is not alive (rule 10), ms. */
export const WORKER_FRESH_MS = 30_000;
/** Below this much free space nothing new starts (rule 23). */
const MIN_FREE_BYTES = 1024 ** 3;

/** What the workers found on their machines. Demo projects bring their own agent, so no CLI problem. */
export async function readMachine(tx: Tx, isDemo: boolean, now: Date): Promise<MachineFacts> {
  const workers = await tx.worker.findMany({
    where: { stoppedAt: null, heartbeatAt: { gt: new Date(now.getTime() - WORKER_FRESH_MS) } },
    select: { claude: true },
  });
  const limits = await tx.providerLimit.findMany({ where: { until: { gt: now } } });
  return {
    isEngineAlive: workers.length > 0,
    cliProblem: isDemo ? null : describeCliProblem(workers.map((row) => row.claude)),
    isDiskLow: await isFolderLow(process.env["SIGNALBOX_DATA_DIR"]),
    providerLimits: limits.map(({ model, until, reason }) => ({ model, until, reason })),
  };
}

/** null as soon as one live worker has a usable CLI; before any probe there is nothing to complain of. */
function describeCliProblem(stored: unknown[]): string | null {
  const found = stored.map((value) => value as Partial<AgentCli>);
  const isUsable = (cli: Partial<AgentCli>) =>
    cli.support === undefined ||
    ((cli.support === "ok" || cli.support === "warn") && cli.loggedIn !== false);
  if (found.length === 0 || found.some(isUsable)) return null;
  const [first] = found;
  return (
    [first?.message, first?.remedy].filter(Boolean).join(" ") || "the agent CLI cannot be used"
  );
}

async function isFolderLow(folder: string | undefined): Promise<boolean> {
  if (!folder) return false;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
