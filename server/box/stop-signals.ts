import { sleep } from "../lib/abort.ts";

/** How long the box waits for a second Ctrl+C before it leaves without its agents. */
const SECOND_PRESS_WITHIN_MS = 4_000;
/** Agents that were asked to stop get this long before the board goes anyway. */
export const AGENTS_STOP_WITHIN_MS = 30_000;
/** npm passes Ctrl+C on although the terminal already sent it: the echo is no second press. */
const ECHO_WITHIN_MS = 300;

export type StopSignalOptions = {
  countAgents: () => Promise<number>;
  stopAgents: () => Promise<void>;
  say: (line: string) => void;
  /** `--stop-runs`: agents are stopped whatever ends the box, for machines that end with it. */
  stopsRuns?: boolean;
};

/**
 * Resolves when the box shall leave. SIGTERM and a closed terminal: at once, agents go on. Ctrl+C:
 * says how many agents go on without the board; a second one asks them to stop first (rule 27). With
 * `stopsRuns` they are asked at once, by whatever ends the box.
 */
export async function waitForStop(options: StopSignalOptions): Promise<void> {
  const presses = listenForPresses();
  await presses.next(new AbortController().signal);
  if (presses.isFinal() && !options.stopsRuns) return;

  const running = await options.countAgents().catch(() => 0);
  if (running === 0) return;
  if (options.stopsRuns) return stopAgents(options, presses);
  const agents = running === 1 ? "1 agent goes" : `${running} agents go`;
  options.say(
    `\n${agents} on without the board; Ctrl+C again to stop ${running === 1 ? "it" : "them"}`,
  );

  const isPressedAgain = await presses.next(AbortSignal.timeout(SECOND_PRESS_WITHIN_MS));
  if (!isPressedAgain || presses.isFinal()) return;
  await stopAgents(options, presses);
}

async function stopAgents(
  options: StopSignalOptions,
  presses: ReturnType<typeof listenForPresses>,
): Promise<void> {
  options.say("stopping the agents; Ctrl+C once more to leave at once");
  await options.stopAgents();
  const leave = AbortSignal.timeout(AGENTS_STOP_WITHIN_MS);
  const isImpatient = presses.next(leave, { isAgain: true });
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
    /** `true` at the next press, `false` when `signal` aborts first; `isAgain`: what came before counts no more. */
    next: (signal: AbortSignal, { isAgain = false } = {}) =>
      new Promise<boolean>((resolve) => {
        if (isFinal && !isAgain) return resolve(true);
        wake = () => resolve(true);
        signal.addEventListener("abort", () => resolve(false), { once: true });
      }),
  };
}
