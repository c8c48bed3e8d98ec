/**
 * P-03: from the claim of a run (its row's `claimedAt`) to the agent's first action, against a Node
 * process with a one-line script that spawns the same program. Every start of ours is caused by a
 * ticket that is moved over the API, which also gives the time from "ready" to the agent.
 */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { judgeMark, judgeRatio } from "../measure/measure.ts";
import type { Measure } from "../measure/measure.ts";
import { measurePairs } from "../measure/pairs.ts";
import { median } from "../measure/statistics.ts";
import type { BenchProduct } from "../rig/product.ts";
import { startOfMillisecond } from "../rig/wall-clock.ts";

/** Starts per side of a pair; their median is the pair's number. */
const STARTS = 3;
const RATIO_FLOOR = 1.5;
const READY_MARK_MS = 150;
const START_WITHIN_MS = 30_000;

interface Started {
  claimToAgentMs: number;
  readyToAgentMs: number;
}

export async function measureStart(bench: BenchProduct, pairs: number): Promise<Measure[]> {
  const tickets: number[] = [];
  for (let index = 0; index < (pairs + 1) * STARTS; index += 1) {
    tickets.push(await bench.createTicket(`Start ${index + 1}`));
  }
  const found = await measurePairs({
    pairs,
    warmUp: 1,
    ours: () => repeat(STARTS, () => startOurs(bench, tickets.shift() ?? 0)),
    reference: () => repeat(STARTS, () => startReference(bench)),
  });
  const readyMs = found.flatMap(({ ours }) => ours.map((start) => start.readyToAgentMs));
  return [
    judgeRatio({
      row: "P-03",
      name: "claim → agent process, p50",
      unit: "ms",
      limit: { kind: "atMost", value: RATIO_FLOOR },
      samples: found.map(({ ours, reference }) => ({
        ours: median(ours.map((start) => start.claimToAgentMs)),
        reference: median(reference),
      })),
    }),
    judgeMark({
      row: "P-03",
      name: "ready by API → agent process, p50",
      unit: "ms",
      values: readyMs,
      limit: { kind: "atMost", value: READY_MARK_MS },
    }),
  ];
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let index = 0; index < times; index += 1) found.push(await work());
  return found;
}

async function startOurs(bench: BenchProduct, ticket: number): Promise<Started> {
  const before = await countStarts(bench);
  const readyMs = startOfMillisecond();
  await bench.release(ticket);
  // A look at a small file: asking the product meanwhile would slow what is measured.
  await waitFor(async () => (await countStarts(bench)) > before, {
    timeoutMs: START_WITHIN_MS,
    what: "an agent's start",
  });
  const { id } = await bench.waitForRun(ticket, ["ended"]);
  const agentMs = await readStart(bench, id);
  const [row] = await bench.database.prisma.$queryRaw<{ claimedMs: number }[]>`
    SELECT (EXTRACT(EPOCH FROM "claimedAt") * 1000)::float8 AS "claimedMs" FROM "Run" WHERE "id" = ${id}`;
  if (!row) throw new Error(`run ${id}: expected its row, found none`);
  return { claimToAgentMs: agentMs - row.claimedMs, readyToAgentMs: agentMs - readyMs };
}

async function countStarts(bench: BenchProduct): Promise<number> {
  return (await readFile(bench.startsFile, "utf8")).split("\n").length;
}

let references = 0;

async function startReference(bench: BenchProduct): Promise<number> {
  references += 1;
  const name = `reference-${references}`;
  const script = path.join(findProjectRoot(), "bench/references/spawn-agent.mjs");
  const startedMs = startOfMillisecond();
  const child = spawn(process.execPath, [script, bench.agentPath], {
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      BENCH_STARTS: bench.startsFile,
      SIGNALBOX_RUN_ID: name,
    },
  });
  await new Promise((resolve) => child.once("exit", resolve));
  return (await readStart(bench, name)) - startedMs;
}

/** What the agent wrote down when it started, in milliseconds since 1970. */
function readStart(bench: BenchProduct, runId: string): Promise<number> {
  return waitFor(
    async () => {
      const text = await readFile(bench.startsFile, "utf8");
      const line = text.split("\n").find((line) => line.startsWith(`${runId} `));
      return line === undefined ? null : Number(line.slice(runId.length + 1)) / 1e6;
    },
    { what: `the start of ${runId}` },
  );
}
