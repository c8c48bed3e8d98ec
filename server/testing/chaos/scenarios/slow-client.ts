/** a client that stops reading costs web no memory, holds nobody up and gets everything later. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import type { RunEventsMessage } from "#server/contracts/live.ts";
import type { RunSummary } from "#server/contracts/run.ts";
import { sleep } from "#server/lib/abort.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { createDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";
import { startProduct } from "../../../../e2e/support/product.ts";
import type { Product } from "../../../../e2e/support/product.ts";
import { waitFor } from "../../wait-for.ts";
import type { Scenario, Stage } from "../scenario.ts";

const MEGABYTE = 1024 ** 2;
/** Of each of the 3,334 results that the agent tells. */
const RESULT_CHARS = 21_000;
const LEAST_BYTES = 64 * MEGABYTE;
const GROWTH_BYTES = 32 * MEGABYTE;
/** Samples of the memory, of which the smallest counts: rubbish is not collected at once. */
const LOOKS = 10;
const LOOK_EVERY_MS = 300;
const WITHIN_MS = 90_000;

export const slowClient: Scenario = {
  name: "slow-client",
  rows: "R-08",
  findObstacle: () =>
    existsSync(path.join(findProjectRoot(), ".next/BUILD_ID")) ? null : "the pages are not built",
  async play(stage) {
    const product = await startProduct({
      FAKE_CLAUDE_SPEED: "12",
      FAKE_CLAUDE_RESULT_CHARS: String(RESULT_CHARS),
      SIGNALBOX_AGENT_ENV: "FAKE_CLAUDE_SPEED,FAKE_CLAUDE_RESULT_CHARS",
    });
    stage.cleanUp(() => product.stop());
    const database = createDatabase(await product.databaseUrl(), { maxConnections: 2 });
    stage.cleanUp(() => database.close());
    const { slug } = await product.api<{ slug: string }>("POST", "/demo", {});
    const webPid = await product.childPid("web");

    // The same flood once before, read by both: what web needs for it anyway is no growth.
    const warm = await flood(stage, product, database, slug);
    await warm.readToEnd();
    warm.close();
    const beforeBytes = await residentBytes(webPid);

    const run = await flood(stage, product, database, slug, { isSlow: true });
    const last = await run.reader.until(() => run.end());
    const afterBytes = await residentBytes(webPid);
    const missedBytes = await bytesAfter(database, run.id, run.slow.last());
    stage.tell(
      `web: ${toMb(beforeBytes)} → ${toMb(afterBytes)} MB; ${toMb(missedBytes)} MB went past the slow one`,
    );
    await stage.check("so much went past the slow one that it would be seen", () =>
      Promise.resolve(
        missedBytes >= LEAST_BYTES ? [] : [`expected 64 MB, found ${toMb(missedBytes)} MB`],
      ),
    );
    await stage.check("web grows by at most 32 MB for it", () =>
      Promise.resolve(
        afterBytes - beforeBytes <= GROWTH_BYTES
          ? []
          : [`from ${toMb(beforeBytes)} to ${toMb(afterBytes)} MB`],
      ),
    );
    await stage.check("the other one heard each event once and in order", () =>
      Promise.resolve(run.reader.faults(last)),
    );
    run.slow.resume();
    await stage.check("the slow one has each event once and in order when it reads again", async () =>
      run.slow.faults(await run.slow.until(() => run.end())),
    );
    await stage.check("web is still the same", async () =>
      (await product.childPid("web")) === webPid ? [] : ["it was started again"],
    );
    run.close();
  },
};
