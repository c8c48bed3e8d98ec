import { sleep } from "../lib/abort.ts";

/** How long the box waits for a second Ctrl+C before it leaves without its agents. */
const SECOND_PRESS_WITHIN_MS = 4_000;
/** Agents that were asked to stop get this long before the board goes anyway. */
const AGENTS_STOP_WITHIN_MS = 30_000;
/** npm passes Ctrl+C on although the terminal already sent it: the echo is no second press. */
const ECHO_WITHIN_MS = 300;

export type StopSignalOptions = {
  countAgents: () => Promise<number>;
  stopAgents: () => Promise<void>;
  say: (line: string) => void;
};

/**
 * Resolves when the box shall leave. SIGTERM and a closed terminal: at once, agents go on. Ctrl+C:
 * says how many agents go on without the board; a second one asks them to stop first (rule 27).
 */
export async function waitForStop(options: StopSignalOptions): Promise<void> {
  const presses = listenForPresses();
  await presses.next(new AbortController().signal);
  if (presses.isFinal()) return;

  const running = await options.countAgents().catch(() => 0);
  if (running === 0) return;
  const agents = running === 1 ? "1 agent goes" : `${running} agents go`;
  options.say(
    `\n${agents} on without the board; Ctrl+C again to stop ${running === 1 ? "it" : "them"}`,
  );

  const isPressedAgain = await presses.next(AbortSignal.timeout(SECOND_PRESS_WITHIN_MS));
  if (!isPressedAgain || presses.isFinal()) return;
  options.say("stopping the agents; Ctrl+C once more to leave at once");
  await options.stopAgents();
  const leave = AbortSignal.timeout(AGENTS_STOP_WITHIN_MS);
  const isImpatient = presses.next(leave);
  while (!leave.aborted && (await options.countAgents().catch(() => 0)) > 0) {
    if (await Promise.race([isImpatient, sleep(200).then(() => false)])) return;
  }
}

function listenForPresses() {
  let isFinal = false;
  let lastPressAt = Number.NEGATIVE_INFINITY;
  let wake: (() => void) | undefined;
  process.on("SIGINT", () => {
    const at = performance.now();
    if (at - lastPressAt < ECHO_WITHIN_MS) return;
    lastPressAt = at;
    wake?.();
  });
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      isFinal = true;
      wake?.();
    });
  }
  return {
    isFinal: () => isFinal,
    /** `true` at the next press, `false` when `signal` aborts first. */
    next: (signal: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        if (isFinal) return resolve(true);
        wake = () => resolve(true);
        signal.addEventListener("abort", () => resolve(false), { once: true });
      }),
  };
}
