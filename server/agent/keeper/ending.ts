/**
 * How an agent is brought to an end (runs.md §4): interrupt, SIGTERM to its pid, SIGKILL to all its
 * processes. One ladder per run that only ever goes up; asking again while it runs changes nothing,
 * so a stop from two tabs is one stop.
 */
import { controlRequestLine } from "../prompt-line.ts";
import { signalProcess } from "../identity.ts";
import type { Agent } from "./agent-process.ts";
import type { EndedBy, KeeperSpec, ProcessIdentity } from "./protocol.ts";
import type { RunTree } from "./run-tree.ts";

export type Ending = {
  /** Closes stdin and waits `endGraceMs` for the agent to go. */
  endOrderly(by: EndedBy): void;
  /** The whole ladder. */
  stop(by: EndedBy): void;
  /** SIGKILL at once: for limits under which every further byte counts. */
  kill(by: EndedBy): void;
  endedBy(): EndedBy;
  forcedBy(): "SIGTERM" | "SIGKILL" | null;
  isEnding(): boolean;
};

type Step = "none" | "closing" | "interrupting" | "terminating" | "killing";
const RANK: Record<Step, number> = {
  none: 0,
  closing: 1,
  interrupting: 2,
  terminating: 3,
  killing: 4,
};

export function createEnding(
  spec: KeeperSpec,
  agent: Agent,
  identity: ProcessIdentity,
  tree: Pick<RunTree, "kill">,
): Ending {
  let step: Step = "none";
  let endedBy: EndedBy = "agent";
  let forcedBy: "SIGTERM" | "SIGKILL" | null = null;
  let hasExited = false;
  let timer: NodeJS.Timeout | undefined;
  void agent.exited.then(() => {
    hasExited = true;
    clearTimeout(timer);
  });

  const goTo = (next: Step): void => {
    if (hasExited || RANK[next] <= RANK[step]) return;
    step = next;
    clearTimeout(timer);
    steps[next]();
  };
  const later = (next: Step, delayMs: number): void => {
    timer = setTimeout(() => goTo(next), delayMs);
  };
  const steps: Record<Step, () => void> = {
    none: () => undefined,
    closing() {
      agent.closeStdin();
      later("terminating", spec.endGraceMs);
    },
    interrupting() {
      // With stdin closed behind it, the CLI ends after the interrupted turn's result.
      const interrupt = controlRequestLine(`stop-${spec.runId}`, { subtype: "interrupt" });
      if (!agent.write(interrupt)) {
        goTo("terminating");
        return;
      }
      agent.closeStdin();
      later("terminating", spec.interruptGraceMs);
    },
    terminating() {
      forcedBy = "SIGTERM";
      signalProcess(identity, "SIGTERM");
      later("killing", spec.termGraceMs);
    },
    killing() {
      forcedBy = "SIGKILL";
      tree.kill();
      // Something may have been forked between the snapshot and the signal.
      timer = setInterval(() => tree.kill(), 100);
    },
  };
  const begin = (next: Step, by: EndedBy): void => {
    if (hasExited) return;
    // An orderly end that had to be cut short is told by what cut it.
    const isOrderly = endedBy === "agent" || endedBy === "end" || endedBy === "result_idle";
    if (isOrderly && endedBy !== by) endedBy = by;
    goTo(next);
  };
  return {
    endOrderly: (by) => begin("closing", by),
    stop: (by) => begin("interrupting", by),
    kill: (by) => begin("killing", by),
    endedBy: () => endedBy,
    forcedBy: () => forcedBy,
    isEnding: () => step !== "none",
  };
}
