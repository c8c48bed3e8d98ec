import { statfs } from "node:fs/promises";
import type { AgentCli } from "#server/contracts/project.ts";
import type { MachineFacts } from "#server/core/dispatch/snapshot.ts";
import type { BoardFacts } from "./board-facts.ts";

/** A worker whose last beat is older than this is not alive (rule 10), ms. */
export const WORKER_FRESH_MS = 30_000;
/** Below this much free space nothing new starts (rule 23). */
const MIN_FREE_BYTES = 1024 ** 3;

/** What the workers found on their machines. Demo projects bring their own agent, so no CLI problem. */
export function toMachine(
  facts: BoardFacts,
  host: { isDiskLow: boolean; isRedisDown: boolean },
): MachineFacts {
  return {
    isEngineAlive: facts.workers.length > 0,
    cliProblem: facts.project.isDemo ? null : describeCliProblem(facts.workers),
    ...host,
    providerLimits: facts.providerLimits.map(({ model, until, reason, isOpen, lastStart }) => ({
      model,
      until,
      reason,
      reopenedAt: isOpen ? until : null,
      lastStartAfterReopen: lastStart,
    })),
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

/** Whether less than 1 GB is free where the data lies. */
export async function isFolderLow(folder: string | undefined): Promise<boolean> {
  if (!folder) return false;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
