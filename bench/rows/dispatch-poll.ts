/** P-02 without notifications: a rule that polls every second, and a ticket that has just missed a look. */
import { moveTicket } from "#server/commands/move-ticket.ts";
import { sleep } from "#server/lib/abort.ts";
import { createOwner } from "#server/testing/builders.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { defaultTunables } from "#server/worker/context.ts";
import { judgeMark } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { insertTickets } from "../rig/bulk-tickets.ts";
import type { Cleanup } from "../rig/cleanup.ts";
import { clearBoard, settle } from "../rig/dispatch-scene.ts";
import { createEngineBoard, ENGINE_AGENT } from "../rig/engine-board.ts";
import type { EngineBoard } from "../rig/engine-board.ts";

const POLL_SECONDS = 1;
const ALLOWANCE_MS = 10;
/** A look is over and the next one at least so far away. */
const JUST_MISSED_MS = 950;
const WARM_UP = 5;
const STARTS_PER_PAIR = 2;

const rule = {
  id: "code",
  trigger: {
    type: "ticketInColumn",
    columns: ["Todo"],
    assigneeSlug: ENGINE_AGENT,
    seconds: POLL_SECONDS,
    immediate: false,
  },
  actions: [{ type: "runAgent", agent: ENGINE_AGENT, concurrencyGroup: "code", maxCostUsd: 1 }],
};

export async function measurePolling(
  adminUrl: string,
  cleanup: Cleanup,
  pairs: number,
): Promise<Measure> {
  const board = await createEngineBoard(adminUrl, cleanup, [rule]);
  const { database, projectId } = board;
  const count = WARM_UP + pairs * STARTS_PER_PAIR;
  await insertTickets(database, { projectId, assignee: ENGINE_AGENT, column: "Backlog", count });
  const owner = await createOwner(database);
  const engine = startPolling(board, cleanup);
  const found: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    await waitFor(engine.hasJustLooked, { intervalMs: 1, what: "a look that is over" });
    await moveTicket(database, owner, { projectId, number, status: "Todo" }, new Date());
    const readyAt = performance.now();
    const claimedAt = await waitFor(engine.takeClaim, { intervalMs: 1, what: `#${number}` });
    await waitFor(
      () => database.prisma.run.count({ where: { state: { not: "ended" } } }).then((n) => n === 0),
      { what: "the end of the run" },
    );
    await clearBoard(board);
    if (number > WARM_UP) found.push(claimedAt - readyAt);
  }
  return judgeMark({
    row: "P-02",
    name: `ready → claimed by a poll of ${POLL_SECONDS} s that was just missed, p50`,
    unit: "ms",
    limit: { kind: "atMost", value: POLL_SECONDS * 1_000 + ALLOWANCE_MS },
    values: found,
  });
}

/** The engine's loop as a worker has it, to whom nobody tells anything. */
function startPolling(board: EngineBoard, cleanup: Cleanup) {
  const { schedule, context } = board;
  const stopping = new AbortController();
  let claimedAt: number | null = null;
  const nextInMs = (): number => schedule.nextInMs(context.clock.monotonicMs());
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await board.tick(async ({ id, fence }) => {
        claimedAt = performance.now();
        await settle(board, id, fence);
      });
      await sleep(Math.min(defaultTunables.tickMs, Math.ceil(nextInMs())));
    }
  };
  const looping = loop();
  cleanup.add(async () => {
    stopping.abort();
    await looping;
  });
  return {
    hasJustLooked: (): boolean => {
      const inMs = nextInMs();
      return inMs !== Infinity && inMs > JUST_MISSED_MS;
    },
    takeClaim: (): number | null => {
      const found = claimedAt;
      claimedAt = null;
      return found;
    },
  };
}
