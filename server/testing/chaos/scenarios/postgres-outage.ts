/** the database server dies again and again under load, and stays away for a while. */
import { sleep } from "#server/lib/abort.ts";
import { readHealth } from "#server/queries/health.ts";
import { waitFor } from "../../wait-for.ts";
import { findFaults } from "../rig/invariants.ts";
import type { Scenario } from "../scenario.ts";
import { keepFlowing, waitForNews } from "./flow.ts";
import { waitForArchives } from "./stir.ts";

const CRASHES = 20;
const AWAY_MS = { short: 8_000, nightly: 60_000 };
const RECOVERY_MS = 10_000;
const STORIES = ["slow-stream", "default-success", "thinking-and-todo", "two-results"];

export const postgresOutage: Scenario = {
  name: "postgres-outage",
  rows: "R-04",
  async play(stage) {
    const { random } = stage;
    const postgres = await stage.ownPostgres();
    const board = await stage.boardOn(postgres, { speed: 6 });
    const worker = await board.startWorker();
    let seen = 0;
    for (let crash = 1; crash <= CRASHES; crash += 1) {
      await keepFlowing(board, random, STORIES, 6);
      if (random.percent(50)) seen = await waitForNews(board, seen);
      await sleep(random.between(0, 500));
      await postgres.crash();
      await sleep(random.between(0, 300));
      await postgres.start();
    }
    await stage.check(`the worker survives ${CRASHES} crashes of the database`, () =>
      Promise.resolve(worker.isGone() ? [worker.log().slice(-800)] : []),
    );

    await keepFlowing(board, random, STORIES, 6);
    await waitForNews(board, seen);
    await postgres.crash();
    await stage.check("health says that the database is away", async () => {
      const { status, db, missing } = await readHealth(board.database);
      return status === "degraded" && db === "down" && missing.includes("db")
        ? []
        : [`found ${status}, database ${db}`];
    });
    await sleep(stage.isNightly ? AWAY_MS.nightly : AWAY_MS.short);
    await postgres.start();
    await stage.check(`work goes on within ${RECOVERY_MS / 1_000} s of its return`, async () => {
      const [mark] = await board.database.prisma.$queryRaw<{ now: Date }[]>`
        SELECT clock_timestamp() AS now`;
      await waitFor(
        () => board.database.prisma.worker.findFirst({ where: { lastTickAt: { gt: mark?.now } } }),
        { timeoutMs: RECOVERY_MS, what: "a tick after the outage" },
      );
    });
    await stage.check("nothing is lost, doubled or left behind", async () => {
      await board.settle(120_000);
      await waitForArchives(board);
      const { status } = await readHealth(board.database);
      return [
        ...(await findFaults(board)),
        ...(status === "ok" ? [] : [`health is ${status} afterwards`]),
        ...(worker.isGone() ? ["the worker is gone"] : []),
      ];
    });
    await worker.end("SIGTERM");
  },
};
