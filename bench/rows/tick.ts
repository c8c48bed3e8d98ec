/**
 * P-07: what one turn of the engine costs that looks at a board on which 50 tickets wait for a busy
 * group, by the number of tickets that stand elsewhere on the board. The boards are looked at in turn.
 */
import { startTestPostgres } from "#server/testing/postgres.ts";
import { admitByRule } from "#server/worker/fixtures/admission.ts";
import { judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { percentile } from "../measure/statistics.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { createEngineBoard, ENGINE_AGENT } from "../rig/engine-board.ts";
import type { EngineBoard } from "../rig/engine-board.ts";

const SMALL = 100;
const BOARDS = [
  { tickets: 10_000, floor: 1.5 },
  { tickets: 100_000, floor: 2.5 },
];
/** Tickets that wait, the same on every board. */
const WAITING = 50;
const TICKS = 40;
const OTHER_COLUMNS = ["Backlog", "Blocked", "Review", "Done"];

const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: ENGINE_AGENT },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: ENGINE_AGENT, maxCostUsd: 1 },
  ],
};

export async function measureTick(cleanup: Cleanup, pairs: number): Promise<Measure[]> {
  const server = await startTestPostgres();
  cleanup.add(() => server.stop());
  const small = await createBusyBoard(server.adminUrl, cleanup, SMALL);
  const measures: Measure[] = [];
  for (const { tickets, floor } of BOARDS) {
    const large = await createBusyBoard(server.adminUrl, cleanup, tickets);
    const samples = await measurePairs({
      pairs,
      warmUp: 1,
      ours: () => tickMs(large),
      reference: () => tickMs(small),
    });
    measures.push(
      judgeRatio({
        row: "P-07",
        name: `a tick at ${tickets} tickets, of one at ${SMALL}, p50`,
        unit: "ms",
        limit: { kind: "atMost", value: floor },
        samples,
      }),
    );
  }
  return measures;
}

async function createBusyBoard(
  adminUrl: string,
  cleanup: Cleanup,
  tickets: number,
): Promise<EngineBoard> {
  const board = await createEngineBoard(adminUrl, cleanup, [rule]);
  const { database, projectId } = board;
  const where = { projectId, assignee: ENGINE_AGENT };
  await insertTickets(database, { ...where, column: "Todo", count: WAITING + 1 });
  const share = Math.floor((tickets - WAITING - 1) / OTHER_COLUMNS.length);
  for (const column of OTHER_COLUMNS) {
    await insertTickets(database, { ...where, column, count: share });
  }
  await database.prisma.$executeRaw`VACUUM ANALYZE`;
  const { id } = await database.prisma.ticket.findFirstOrThrow({
    where: { projectId, column: { name: "Todo" } },
  });
  const admission = await admitByRule(database, projectId, id, rule.id);
  if (admission.kind !== "admitted") {
    throw new Error(`the first ticket: expected a run, found ${JSON.stringify(admission)}`);
  }
  // It runs for the whole measurement, looked after by somebody else.
  await database.prisma.run.update({
    where: { id: admission.runId },
    data: {
      state: "running",
      workerId: "test-worker",
      leaseUntil: new Date(Date.now() + 86_400_000),
      startedAt: new Date(),
    },
  });
  return board;
}

async function tickMs(board: EngineBoard): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < TICKS; count += 1) {
    // As after a change on the board: every rule is due.
    board.schedule.hint(board.projectId);
    const startedAt = performance.now();
    await board.tick();
    times.push(performance.now() - startedAt);
  }
  return percentile(times, 0.5);
}
