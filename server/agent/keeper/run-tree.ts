/** All processes of a run, as the keeper deals with them: in a namespace, or found by group and marker. */
import { signalProcess } from "../identity.ts";
import {
  countRunProcesses,
  findRunProcesses,
  killRunProcesses,
  recordDescendants,
  sweepRun,
} from "../process-tree.ts";
import type { Namespace } from "./namespace.ts";
import type { ProcessIdentity } from "./protocol.ts";

export type RunTree = {
  /** SIGKILL to everything that is there now; safe to repeat. */
  kill(): void;
  /** Called about once a second. */
  look(): void;
  /** How many processes there are; past `limit` it need not be exact. */
  count(limit: number): number;
  /**
   * After the agent's exit: kills what is left, as long as it takes, since an unclean run must not look
   * ended. How many it were.
   */
  sweep(): Promise<number>;
};

export type AgentPlace = {
  agent: ProcessIdentity;
  /** What was started: the agent itself, or its way into the namespace. */
  door: ProcessIdentity;
};

export function createRunTree(
  runId: string,
  { agent, door }: AgentPlace,
  namespace: Namespace | null,
): RunTree {
  const seen = new Map<number, number>();
  const target = { runId, agent, seen };
  if (namespace === null) {
    return {
      kill: () => void killRunProcesses(target),
      look: () => recordDescendants(agent.pid, seen),
      count: (limit) => countRunProcesses(target, limit),
      sweep: () => sweepUntilClean(target),
    };
  }
  return {
    kill() {
      namespace.kill();
      // An agent that was halted has halted its door, which then could not say how the agent ended.
      signalProcess(door, "SIGCONT");
    },
    look: () => undefined,
    count: () => namespace.count(),
    async sweep() {
      const inside = findRunProcesses({ ...target, namespace: namespace.inode });
      const leftovers = inside.filter(({ pid }) => pid !== namespace.init.pid).length;
      namespace.kill();
      await namespace.gone;
      return leftovers + (await sweepUntilClean(target));
    },
  };
}

async function sweepUntilClean(target: Parameters<typeof sweepRun>[0]): Promise<number> {
  let leftovers = 0;
  for (;;) {
    const { clean, killed } = await sweepRun(target);
    leftovers = Math.max(leftovers, killed);
    if (clean) return leftovers;
  }
}
