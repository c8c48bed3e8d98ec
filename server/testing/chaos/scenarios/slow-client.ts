/** a client that stops reading costs web no memory, holds nobody up and gets everything later. */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { RunSummary } from "#server/contracts/run.ts";
import { sleep } from "#server/lib/abort.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { createDatabase } from "#server/store/client.ts";
import type { Database } from "#server/store/client.ts";
import { startProduct } from "../../../../e2e/support/product.ts";
import type { Product } from "../../../../e2e/support/product.ts";
import { agentFiles, createRepository } from "../../../../e2e/support/workspace.ts";
import { waitFor } from "../../wait-for.ts";
import { watchRun } from "../rig/run-watcher.ts";
import type { Scenario } from "../scenario.ts";

const MEGABYTE = 1024 ** 2;
/** Of each of the 3,334 results that the agent tells. */
const RESULT_CHARS = 24_000;
const LEAST_BYTES = 64 * MEGABYTE;
const GROWTH_BYTES = 32 * MEGABYTE;
/** Samples of the memory, of which the smallest counts: rubbish is not collected at once. */
const LOOKS = 10;
const LOOK_EVERY_MS = 300;

export const slowClient: Scenario = {
  name: "slow-client",
  rows: "R-08",
  findObstacle: () =>
    existsSync(path.join(findProjectRoot(), ".next/BUILD_ID")) ? null : "the pages are not built",
  async play(stage) {
    const product = await startProduct({
      FAKE_CLAUDE_SPEED: "10",
      FAKE_CLAUDE_RESULT_CHARS: String(RESULT_CHARS),
      SIGNALBOX_AGENT_ENV: "FAKE_CLAUDE_SPEED,FAKE_CLAUDE_RESULT_CHARS",
    });
    stage.cleanUp(() => product.stop());
    const database = createDatabase(await product.databaseUrl(), { maxConnections: 2 });
    stage.cleanUp(() => database.close());
    const slug = await createBoard(product);
    const webPid = await product.childPid("web");
    const watch = async (runId: string) => {
      const watcher = await watchRun(product, runId);
      stage.cleanUp(() => watcher.close());
      return watcher;
    };

    // The same flood before, with two that read: what web needs for it in any case is no growth.
    const first = await startFlood(product, slug);
    const readers = await Promise.all([watch(first), watch(first)]);
    await Promise.all(readers.map((reader) => reader.untilEnd()));
    for (const reader of readers) reader.close();
    const beforeBytes = await residentBytes(webPid);

    const runId = await startFlood(product, slug);
    const slow = await watch(runId);
    slow.stopReading();
    const reader = await watch(runId);
    await stage.check("the other one hears each event once and in order", async () => {
      await reader.untilEnd();
      return reader.faults();
    });
    const afterBytes = await residentBytes(webPid);
    const missedBytes = await bytesAfter(database, runId, slow.last());
    await stage.check("at least 64 MB went past the slow one", () =>
      Promise.resolve(missedBytes >= LEAST_BYTES ? [] : [`found ${inMb(missedBytes)}`]),
    );
    stage.tell(
      `web: ${inMb(beforeBytes)} before, ${inMb(afterBytes)} with ${inMb(missedBytes)} due`,
    );
    await stage.check("web grows by at most 32 MB", () =>
      Promise.resolve(
        afterBytes - beforeBytes <= GROWTH_BYTES
          ? []
          : [`it grew by ${inMb(afterBytes - beforeBytes)}`],
      ),
    );
    slow.readAgain();
    await stage.check("the slow one gets each event once and in order, later", async () => {
      await slow.untilEnd();
      return slow.last() === reader.last() ? slow.faults() : [`it has ${slow.last()} events`];
    });
    await stage.check("web was not started again", async () =>
      (await product.childPid("web")) === webPid ? [] : ["it was"],
    );
  },
};

async function createBoard(product: Product): Promise<string> {
  const workspacePath = path.join(path.dirname(product.dataDir), "work");
  await mkdir(workspacePath);
  await createRepository(workspacePath, agentFiles());
  const body = { name: "Shop", workspacePath };
  return (await product.api<{ slug: string }>("POST", "/projects", body)).slug;
}

/** Returns the run, as soon as there is one. */
async function startFlood(product: Product, slug: string): Promise<string> {
  const ticket = await product.api<{ id: number }>("POST", `/projects/${slug}/tickets`, {
    title: "scenario: ten-thousand-events",
    status: "Todo",
    assignedTo: "programmer",
  });
  const find = async (): Promise<RunSummary | undefined> => {
    const runs = await product.api<RunSummary[]>("GET", `/projects/${slug}/runs`);
    return runs.find((run) => run.ticket === ticket.id);
  };
  return (await waitFor(find, { timeoutMs: 30_000, what: "a run" })).id;
}

/** What is stored behind `seq`, as text. */
async function bytesAfter(database: Database, runId: string, seq: number): Promise<number> {
  const [row] = await database.prisma.$queryRaw<{ bytes: bigint | null }[]>`
    SELECT sum(octet_length("payload"::text))::bigint AS bytes FROM "RunEvent"
     WHERE "runId" = ${runId} AND "seq" > ${seq}`;
  return Number(row?.bytes ?? 0);
}

async function residentBytes(pid: number): Promise<number> {
  let smallest = Infinity;
  for (let look = 0; look < LOOKS; look += 1) {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const foundKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Infinity);
    smallest = Math.min(smallest, foundKb * 1024);
    await sleep(LOOK_EVERY_MS);
  }
  return smallest;
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`;
}
