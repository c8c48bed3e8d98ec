/** P-02: how long a ticket that is ready waits for its claim, beside a job of graphile-worker. */
import { run } from "graphile-worker";
import { moveTicket } from "#server/commands/move-ticket.ts";
import { createOwner } from "#server/testing/builders.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { listen } from "#server/worker/listen.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { percentile } from "../measure/statistics.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { clearBoard, CONCURRENCY, quiet, settle } from "../rig/dispatch-scene.ts";
import type { JobDatabase } from "../rig/dispatch-scene.ts";
import { ENGINE_AGENT } from "../rig/engine-board.ts";
import type { EngineBoard } from "../rig/engine-board.ts";

const STARTS = 20;
/** Both sides at a time: code that a worker has run for a while is compiled, and so is theirs. */
const WARM_UP = 5;
const FLOOR = 4;

/** How long one start took. */
interface Start {
  fromReadyMs: number;
  fromMoveMs: number;
}

/**
 * P-02, one ticket at a time. A ticket is ready when its move is committed, which is when the notification
 * leaves; the line that begins before the move is a mark.
 */
export async function measureLatency(
  board: EngineBoard,
  reference: JobDatabase,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure[]> {
  const { database, projectId } = board;
  const tickets = (pairs + WARM_UP) * STARTS;
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
  const samples = await measurePairs({
    pairs,
    warmUp: WARM_UP,
    ours: () => repeat(STARTS, () => engine.start(numbers.shift() ?? 0)),
    reference: () => repeat(STARTS, () => jobs.start()),
  });
  const against = (pick: (start: Start) => number) =>
    samples.map(({ ours, reference: theirs }) => ({
      ours: percentile(ours.map(pick), 0.5),
      reference: percentile(theirs, 0.5),
    }));
  const limit = { kind: "atMost" as const, value: FLOOR };
  return [
    judgeRatio({
      row: "P-02",
      name: "ready → claimed, of graphile-worker's add → start, p50",
      unit: "ms",
      limit,
      samples: against(({ fromReadyMs }) => fromReadyMs),
    }),
    judgeRatio({
      row: "P-02",
      name: "the same with the move that makes it ready",
      unit: "ms",
      limit,
      weight: "mark",
      samples: against(({ fromMoveMs }) => fromMoveMs),
    }),
  ];
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let index = 0; index < times; index += 1) found.push(await work());
  return found;
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
    async start(number: number): Promise<Start> {
      const owner = await createOwner(database);
      claimedAt = null;
      const movedAt = performance.now();
      await moveTicket(database, owner, { projectId, number, status: "Todo" }, new Date());
      const readyAt = performance.now();
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
      return { fromReadyMs: found - readyAt, fromMoveMs: found - movedAt };
    },
  };
}

/** graphile-worker as a service that listens. */
async function startJobs({ pool }: JobDatabase, cleanup: Cleanup) {
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
