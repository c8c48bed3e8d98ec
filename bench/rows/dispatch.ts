/**
 * P-01 and P-02: dispatch beside graphile-worker on the same server. Ours: a ticket that waits in a
 * column → admission (all gates, group, budget, 24 places) → claim with its fence → a no-op in this
 * process → settlement. Theirs: a job that is there → a no-op task → done, unbatched, 24 at a time.
 */
import { makeWorkerUtils, run, runOnce, Logger } from "graphile-worker";
import pg from "pg";
import { moveRun } from "#server/commands/move-run.ts";
import { moveTicket } from "#server/commands/move-ticket.ts";
import { settleRun } from "#server/commands/settle-run.ts";
import { createOwner } from "#server/testing/builders.ts";
import { cloneTemplate, startTestPostgres } from "#server/testing/postgres.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { listen } from "#server/worker/listen.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { percentile } from "../measure/statistics.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { cpuTimeOfMs, ownCpuTimeMs } from "../rig/cpu-time.ts";
import { createEngineBoard, ENGINE_AGENT } from "../rig/engine-board.ts";
import type { EngineBoard } from "../rig/engine-board.ts";

/** Tickets that wait at once, and how often a sample lets so many run: as long as the reference takes. */
const RUNS = 96;
const FILLS = 4;
const JOBS = 1_000;
const STARTS = 20;
const CONCURRENCY = 24;
const THROUGHPUT_FLOOR = 0.4;
const LATENCY_FLOOR = 4;

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

interface Reference {
  url: string;
  pool: pg.Pool;
}

export async function measureDispatch(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const server = await startTestPostgres();
  cleanup.add(() => server.stop());
  const board = await createEngineBoard(server.adminUrl, cleanup, [rule]);
  const reference = await createReference(server.adminUrl, cleanup);
  const rates = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => dispatchRate(board),
    reference: () => jobRate(reference),
  });
  const latencies = await measureLatency(board, reference, cleanup, pairs);
  return [
    judgeRatio({
      row: "P-01",
      name: "dispatch, of graphile-worker's jobs",
      unit: "runs/CPU s",
      limit: { kind: "atLeast", value: THROUGHPUT_FLOOR },
      samples: rates,
    }),
    judgeRatio({
      row: "P-02",
      name: "ready → claimed, of graphile-worker's add → start, p50",
      unit: "ms",
      limit: { kind: "atMost", value: LATENCY_FLOOR },
      samples: latencies,
    }),
  ];
}

async function createReference(adminUrl: string, cleanup: Cleanup): Promise<Reference> {
  const { url, drop } = await cloneTemplate(adminUrl, { isMigrated: false });
  cleanup.add(drop);
  const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY + 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  cleanup.add(() => pool.end());
  return { url, pool };
}

/** What they print is of no use here. */
const quiet = new Logger(() => () => undefined);

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

/** What has run leaves the column, as it would by a person's hand: a job that is done is gone as well. */
async function clearBoard({ database, projectId }: EngineBoard): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE "Ticket" t SET "columnId" = done."id" FROM "BoardColumn" c, "BoardColumn" done
     WHERE c."id" = t."columnId" AND c."projectId" = ${projectId} AND c."name" = 'Todo'
       AND done."projectId" = ${projectId} AND done."name" = 'Done'`;
}

/** Begins a claimed run and ends it at once, as its supervisor does around an agent process. */
async function settle(board: EngineBoard, runId: string, fence: number): Promise<void> {
  const begun = { id: runId, fence, from: ["starting" as const], to: "running" as const };
  if (!(await moveRun(board.database, begun)))
    throw new Error(`run ${runId}: expected to begin it`);
  const settled = await settleRun(board.database, {
    projectId: board.projectId,
    runId,
    fence,
    outcome: "completed",
    message: "done",
    exitCode: 0,
    exitSignal: null,
    resetsAt: null,
    now: null,
    random01: 0.5,
  });
  if (settled === null) throw new Error(`run ${runId}: expected to settle it`);
}

async function jobRate({ pool }: Reference): Promise<number> {
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

async function measureLatency(
  board: EngineBoard,
  reference: Reference,
  cleanup: Cleanup,
  pairs: number,
): Promise<{ ours: number; reference: number }[]> {
  const { database, projectId } = board;
  const tickets = (pairs + 1) * STARTS;
  const where = { projectId, assignee: ENGINE_AGENT };
  await insertTickets(database, { ...where, column: "Backlog", count: tickets });
  const waiting = await database.prisma.ticket.findMany({
    where: { projectId, column: { name: "Backlog" } },
    select: { number: true },
    orderBy: { number: "asc" },
  });
  const numbers = waiting.map((ticket) => ticket.number);
  const engine = startLoop(board, cleanup);
  await engine.listens();
  const jobs = await startJobs(reference, cleanup);
  return measurePairs({
    pairs,
    warmUp: 1,
    ours: () => repeatP50(STARTS, () => engine.start(numbers.shift() ?? 0)),
    reference: () => repeatP50(STARTS, () => jobs.start()),
  });
}

async function repeatP50(times: number, work: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let index = 0; index < times; index += 1) found.push(await work());
  return percentile(found, 0.5);
}

/** The engine's loop as a worker has it: woken by notifications, at the latest after a second. */
function startLoop(board: EngineBoard, cleanup: Cleanup) {
  const { database, projectId, context } = board;
  const stopping = new AbortController();
  let claimedAt: number | null = null;
  let isRung = true;
  let wake = (): void => undefined;
  const ring = (): void => {
    isRung = true;
    wake();
  };
  const hints = {
    onProject(id: number) {
      board.schedule.hint(id);
      ring();
    },
    onRun: () => undefined,
  };
  const listening = listen(board.url, hints, context.log, stopping.signal);
  const isListening = async (): Promise<boolean> => {
    const { rowCount } = await database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'",
    );
    return rowCount === 1;
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (!isRung) await new Promise<void>((resolve) => (wake = resolve));
      isRung = false;
      await board.tick(async ({ id, fence }) => {
        claimedAt = performance.now();
        await settle(board, id, fence);
      });
    }
  };
  let failure: unknown = null;
  const looping = loop().catch((error: unknown) => {
    failure = error;
  });
  const isQuiet = (): boolean => {
    if (failure !== null) throw new Error("the engine's loop ended", { cause: failure });
    return !isRung;
  };
  const beat = setInterval(ring, 1_000);
  cleanup.add(async () => {
    clearInterval(beat);
    stopping.abort();
    ring();
    await Promise.all([looping, listening]);
  });
  return {
    /** Before that a move would go unheard. */
    listens: () => waitFor(isListening, { what: "the listener" }),
    async start(number: number): Promise<number> {
      const owner = await createOwner(database);
      claimedAt = null;
      const startedAt = performance.now();
      await moveTicket(database, owner, { projectId, number, status: "Todo" }, new Date());
      const found = await waitFor(() => claimedAt, {
        intervalMs: 1,
        what: `the claim of #${number}`,
      });
      // The end of the run rings as well: the next start must meet a loop that waits.
      await waitFor(
        () =>
          database.prisma.run.count({ where: { state: { not: "ended" } } }).then((n) => n === 0),
        { what: "the end of the run" },
      );
      await waitFor(isQuiet, { what: "a quiet engine" });
      await clearBoard(board);
      return found - startedAt;
    },
  };
}

/** graphile-worker as a service that listens. */
async function startJobs({ pool }: Reference, cleanup: Cleanup) {
  let startedAt: number | null = null;
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: quiet,
    taskList: { noop: () => void (startedAt = performance.now()) },
  });
  cleanup.add(() => runner.stop());
  return {
    async start(): Promise<number> {
      startedAt = null;
      const addedAt = performance.now();
      await runner.addJob("noop", {});
      const found = await waitFor(() => startedAt, { intervalMs: 1, what: "the start of a job" });
      await waitFor(
        () =>
          pool
            .query<{ left: number }>(
              "SELECT COUNT(*)::int AS left FROM graphile_worker.jobs WHERE task_identifier = 'noop'",
            )
            .then(({ rows }) => rows[0]?.left === 0),
        { what: "the end of the job" },
      );
      return found - addedAt;
    },
  };
}
