/** a worker that is told to go under load leaves in order, in time, and leaves nothing open. */
import { sleep } from "#server/lib/abort.ts";
import { describeError } from "#server/lib/result.ts";
import { waitFor } from "../../wait-for.ts";
import { findFaults } from "../rig/invariants.ts";
import type { Scenario } from "../scenario.ts";
import { keepFlowing, waitForNews } from "./flow.ts";
import { waitForArchives } from "./stir.ts";

const TIMES = 50;
/** The worker's own limit, after which it ends with another code, and a slow machine's wait. */
const DRAIN_MS = 6_000;
const STORIES = ["slow-stream", "default-success", "thinking-and-todo", "two-results"];

export const gracefulShutdown: Scenario = {
  name: "graceful-shutdown",
  rows: "R-12",
  async play(stage) {
    const { random } = stage;
    const postgres = await stage.ownPostgres();
    const board = await stage.boardOn(postgres, { speed: 6 });
    const faults: string[] = [];
    let seen = 0;
    let slowestMs = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      await keepFlowing(board, random, STORIES, 8);
      const worker = await board.startWorker();
      if (random.percent(60)) seen = await waitForNews(board, seen);
      await sleep(random.between(0, 600));
      const askedMs = performance.now();
      const { code, signal } = await worker.end("SIGTERM");
      const tookMs = Math.round(performance.now() - askedMs);
      slowestMs = Math.max(slowestMs, tookMs);
      if (code !== 0)
        faults.push(`${time}: ended with ${code ?? signal}: ${worker.log().slice(-300)}`);
      if (tookMs > DRAIN_MS) faults.push(`${time}: took ${tookMs} ms`);
      // The server notices a moment later.
      await waitFor(async () => (await postgres.connections(board.databaseName, "worker")) === 0, {
        timeoutMs: 3_000,
        what: `the end of all connections (${time})`,
      }).catch((error: unknown) => faults.push(describeError(error)));
    }
    stage.tell(`the slowest of ${TIMES} took ${slowestMs} ms`);
    await stage.check(`leaves in order ${TIMES} times, with code 0 and no connection left`, () =>
      Promise.resolve(faults),
    );
    await stage.check("nothing is lost, doubled or stuck afterwards", async () => {
      await board.startWorker();
      await board.settle(120_000);
      await waitForArchives(board);
      return findFaults(board);
    });
  },
};
