import pg from "pg";
import { countRunningAgents, stopRunningAgents } from "../box/active-runs.ts";
import { AGENTS_STOP_WITHIN_MS } from "../box/stop-signals.ts";
import { sleep } from "../lib/abort.ts";
import { systemClock } from "../lib/clock.ts";
import type { CommandContext } from "./context.ts";
import { findOwnerId } from "./find-owner.ts";
import { findRunningBox, requireDatabaseUrl } from "./running-box.ts";
import { UsageError } from "./usage-error.ts";

const LOOK_EVERY_MS = 200;
/** The box's children and its database leave in order; this is more than all of them are given. */
const BOX_LEAVES_WITHIN_MS = 60_000;

/**
 * Ends the board as SIGTERM does: agents go on with their keepers and are taken over at the next start.
 * With `--runs` they are stopped first, as a person does on the board. Exit code 0: ended; 1: agents
 * or board are still there; 3: it does not run.
 */
export async function stop(context: CommandContext): Promise<number> {
  const odd = context.args.find((word) => !["--runs", "--json"].includes(word));
  if (odd !== undefined) throw new UsageError(`expected --runs or --json, found "${odd}"`);
  const env = context.readEnv();
  const box = await findRunningBox(env);
  const answer = (report: object, text: string): void =>
    void process.stdout.write(`${context.isJson ? JSON.stringify(report) : text}\n`);
  if (!box) {
    answer({ wasRunning: false, dataDir: env.dataDir }, `not running (data folder ${env.dataDir})`);
    return 3;
  }
  const agents = await settleAgents(await requireDatabaseUrl(env), context.args.includes("--runs"));
  process.kill(box.pid, "SIGTERM");
  const deadlineMs = performance.now() + BOX_LEAVES_WITHIN_MS;
  let isGone = false;
  while (!isGone && performance.now() < deadlineMs) {
    await sleep(LOOK_EVERY_MS);
    const now = await findRunningBox(env);
    isGone = now === null || now.pid !== box.pid;
  }
  const report = { wasRunning: true, isStopped: isGone, ...agents };
  const stopped = agents.stopped > 0 ? `, ${count(agents.stopped)} stopped` : "";
  const left = agents.goOn > 0 ? `, ${count(agents.goOn)} at work without the board` : "";
  answer(report, `${isGone ? "stopped" : "asked to stop, but still there"}${stopped}${left}`);
  return isGone && (agents.goOn === 0 || !context.args.includes("--runs")) ? 0 : 1;
}

const count = (agents: number): string => (agents === 1 ? "1 agent" : `${agents} agents`);

async function settleAgents(databaseUrl: string, stopsRuns: boolean) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const before = await countRunningAgents(pool);
    if (!stopsRuns || before === 0) return { stopped: 0, goOn: before };
    const ownerId = await findOwnerId(pool);
    const deadlineMs = performance.now() + AGENTS_STOP_WITHIN_MS;
    let left = before;
    while (left > 0 && performance.now() < deadlineMs) {
      // Asked again and again: a place that gets free may start another.
      await stopRunningAgents(databaseUrl, ownerId, systemClock.now());
      await sleep(LOOK_EVERY_MS);
      left = await countRunningAgents(pool);
    }
    return { stopped: before - left, goOn: left };
  } finally {
    await pool.end();
  }
}
