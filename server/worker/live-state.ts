import type { RunLiveState } from "#server/contracts/run.ts";
import type { RunState } from "#server/contracts/words.ts";
import type { WorkerContext } from "./context.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** What panels show of a running run between its events; sent at most every `liveMs`. */
export interface LiveState {
  update(
    change: Partial<
      Pick<
        RunLiveState,
        | "cost"
        | "isCostEstimated"
        | "turns"
        | "lastAction"
        | "contextTokens"
        | "todo"
        | "outcome"
        | "isRecording"
      >
    > & { state?: RunState },
  ): void;
  current(): RunLiveState;
  flush(): void;
}

export function createLiveState(context: WorkerContext, run: ClaimedRun): LiveState {
  const state: RunLiveState = {
    run: run.id,
    project: run.project.slug,
    ticket: run.ticket?.number ?? null,
    agent: run.agent,
    state: run.state as RunState,
    outcome: null,
    cost: Number(run.costUsd),
    isCostEstimated: run.isCostEstimated,
    turns: run.turns,
    lastAction: run.lastAction,
    contextTokens: run.contextTokens,
    todo: null,
    isRecording: false,
  };
  let timer: NodeJS.Timeout | undefined;
  let sentAtMs = -Infinity;
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    sentAtMs = context.clock.monotonicMs();
    context.sink.send("state", { ...state });
  };
  return {
    update(change) {
      Object.assign(state, change);
      if (timer !== undefined) return;
      const waitMs = sentAtMs + context.tunables.liveMs - context.clock.monotonicMs();
      if (waitMs <= 0) return send();
      timer = setTimeout(send, waitMs);
      timer.unref();
    },
    current: () => ({ ...state }),
    flush: send,
  };
}
