/**
 * P-01 and P-02: dispatch beside graphile-worker on the same server. Ours: a ticket that waits in a
 * column → admission (all gates, group, budget, 24 places) → claim with its fence → a no-op in this
 * process → settlement. Theirs: a job that is there → a no-op task → done, unbatched, 24 at a time.
 */
import { makeWorkerUtils, runOnce } from "graphile-worker";
import pg from "pg";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { measureLatency } from "./dispatch-latency.ts";
import { measurePolling } from "./dispatch-poll.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { cpuTimeOfMs, ownCpuTimeMs } from "../rig/cpu-time.ts";
import { clearBoard, CONCURRENCY, quiet, settle } from "../rig/dispatch-scene.ts";
import type { JobDatabase } from "../rig/dispatch-scene.ts";
import { createEngineBoard, ENGINE_AGENT } from "../rig/engine-board.ts";
import type { EngineBoard } from "../rig/engine-board.ts";

/** Tickets that wait at once, and how often a sample lets so many run: as long as the reference takes. */
const RUNS = 96;
const FILLS = 4;
const JOBS = 1_000;
const THROUGHPUT_FLOOR = 0.4;

const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: ENGINE_AGENT },
  actions: [
    {
      type: "runAgent",
      agent: ENGINE_AGENT,
      concurrencyGroup: "ticket-{ticketId}",
      maxCostUsd: 1,
    },
  ],
};

export async function measureDispatch(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const server = await startTestPostgres();
  cleanup.add(() => server.stop());
  const board = await createEngineBoard(server.adminUrl, cleanup, [rule]);
  const reference = await createReference(server.adminUrl, cleanup);
  const rates = await measurePairs({
    pairs,
    warmUp: 2,
    ours: () => dispatchRate(board),
    reference: () => jobRate(reference),
  });
  const latencies = await measureLatency(board, reference, cleanup, pairs);
  const polled = await measurePolling(server.adminUrl, cleanup, pairs);
  return [
    judgeRatio({
      row: "P-01",
      name: "dispatch, of graphile-worker's jobs",
      unit: "runs/CPU s",
      limit: { kind: "atLeast", value: THROUGHPUT_FLOOR },
      samples: rates,
    }),
    ...latencies,
    polled,
  ];
}

async function createReference(adminUrl: string, cleanup: Cleanup): Promise<JobDatabase> {
  const { url, drop } = await cloneTemplate(adminUrl, { isMigrated: false });
  cleanup.add(drop);
  const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY + 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  cleanup.add(() => pool.end());
  return { url, pool };
}

async function dispatchRate(board: EngineBoard): Promise<number> {
  let spentMs = 0;
  for (let fill = 0; fill < FILLS; fill += 1) spentMs += await dispatchMs(board);
  return (FILLS * RUNS) / (spentMs / 1_000);
}

/** CPU time in ms that one filled column takes from its first look to its last end. */
async function dispatchMs(board: EngineBoard): Promise<number> {
  const { database, projectId } = board;
  const where = { projectId, assignee: ENGINE_AGENT };
  await insertTickets(database, { ...where, column: "Todo", count: RUNS });
  const before = await cpuMs(database.pool);
  let done = 0;
  while (done < RUNS) {
    board.schedule.hint(projectId);
    const runs: Promise<void>[] = [];
    await board.tick(({ id, fence }) => {
      const run = settle(board, id, fence);
      runs.push(run);
      return run;
    });
    await Promise.all(runs);
    done += runs.length;
    if (runs.length === 0) throw new Error(`dispatch: stuck after ${done} of ${RUNS} runs`);
  }
  const spentMs = (await cpuMs(database.pool)) - before;
  await clearBoard(board);
  return spentMs;
}

async function jobRate({ pool }: JobDatabase): Promise<number> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet });
  await utils.migrate();
  await utils.addJobs(
    Array.from({ length: JOBS }, (_, index) => ({ identifier: "noop", payload: { index } })),
  );
  await utils.release();
  const before = await cpuMs(pool);
  await runOnce({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: quiet,
    taskList: { noop: () => undefined },
  });
  return JOBS / (((await cpuMs(pool)) - before) / 1_000);
}

/** CPU time of this process and of every database process behind the pool, in ms. */
async function cpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
  );
  return ownCpuTimeMs() + rows.reduce((sum, row) => sum + cpuTimeOfMs(row.pid), 0);
}
