import { statfs } from "node:fs/promises";
import { stopAgent } from "./line-facts.ts";
import { parkRequest } from "./requests.ts";
import { watchMoney } from "./watch-money.ts";
import type { RunSession } from "./run-session.ts";

const LOOK_EVERY_MS = 1_000;
const FULL_BELOW_BYTES = 64 * 1024;

/** The clocks of a running process, on the monotonic clock so that suspend does not count (rule 10). */
export function watchSession(session: RunSession): { stop(): void } {
  const { context, run } = session;
  const { tunables, clock, log } = context;
  const startedMs = clock.monotonicMs();
  const everyMs = Math.min(LOOK_EVERY_MS, tunables.verifyMs);
  let isBusy = false;

  const look = async (): Promise<void> => {
    const now = clock.monotonicMs();
    if (!session.sawInit && session.endedFor === null && now - startedMs > tunables.verifyMs) {
      session.endedFor = "verify";
      session.verifyProblem = `no sign of life within ${tunables.verifyMs / 1_000} s`;
      await stopAgent(session);
    }
    for (const open of session.openRequests.values()) {
      if (now >= open.parkAtMs) await parkRequest(session, open);
    }
    await watchMoney(session);
    session.sawFullDisk ||= await isDiskFull(context.dataDir);
    if (isStalled(session, now)) {
      session.endedFor = "stalled";
      await stopAgent(session);
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch((error: unknown) => log.warn({ run: run.id, err: error }, "watching a run failed"))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Silence counts while no call is open and nothing is asked; an hour of it counts in every case. */
function isStalled(session: RunSession, now: number): boolean {
  if (!session.sawInit || session.isStopSent || session.isEndSent) return false;
  const { stallMs, stallAlwaysMs } = session.context.tunables;
  const silentMs = now - session.lastOutputMs;
  if (session.openRequests.size > 0) return false;
  if (silentMs > stallAlwaysMs) return true;
  return silentMs > stallMs && session.normaliser.openCallIds().length === 0;
}

/** No room for one more line of output. */
async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < FULL_BELOW_BYTES;
}
