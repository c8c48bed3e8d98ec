/** the whole product with many short runs: memory and open files level off, no zombie stays. */
import { readFile, readdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { sleep } from "#server/lib/abort.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { createDatabase } from "#server/store/client.ts";
import { startProduct } from "../../../../e2e/support/product.ts";
import type { Product } from "../../../../e2e/support/product.ts";
import type { Scenario, Stage } from "../scenario.ts";

const MINUTES = { short: 2, nightly: 30 };
const WARM_UP_SHARE = 0.3;
const SAMPLE_EVERY_MS = 2_000;
/** Growth of the resident memory after the warm-up; over so short a time the collector's swing counts. */
const GROWTH = { short: 0.15, nightly: 0.01 * MINUTES.nightly * (1 - WARM_UP_SHARE) };
const FILES_SWING = 12;
const IN_FLOW = 4;

interface Sample {
  rssKb: number;
  files: number;
}

export const soak: Scenario = {
  name: "soak",
  rows: "R-24",
  isCalm: true,
  findObstacle: () =>
    existsSync(path.join(findProjectRoot(), ".next/BUILD_ID")) ? null : "the pages are not built",
  async play(stage) {
    const product = await startProduct({ FAKE_CLAUDE_SPEED: "20" });
    stage.cleanUp(() => product.stop());
    const database = createDatabase(await product.databaseUrl(), { maxConnections: 2 });
    stage.cleanUp(() => database.close());
    const project = await product.api<{ slug: string }>("POST", "/demo", {});
    const samples = { web: [] as Sample[], worker: [] as Sample[] };
    const pids = { web: await product.childPid("web"), worker: await product.childPid("worker") };
    const minutes = stage.isNightly ? MINUTES.nightly : MINUTES.short;
    const endMs = performance.now() + minutes * 60_000;
    while (performance.now() < endMs) {
      await keepBusy(product, project.slug);
      for (const name of ["web", "worker"] as const) {
        samples[name].push(await readSample(pids[name]));
      }
      await sleep(SAMPLE_EVERY_MS);
    }
    const runs = await database.prisma.run.count({ where: { state: "ended" } });
    stage.tell(`${runs} runs in ${minutes} minutes`);
    await judge(stage, samples);
    await stage.check("no child stays a zombie", async () => {
      const before = await zombiesOf([pids.web, pids.worker]);
      await sleep(3_000);
      const after = await zombiesOf([pids.web, pids.worker]);
      return after.filter((pid) => before.includes(pid)).map((pid) => `process ${pid}`);
    });
    await stage.check("both processes are still the same", async () => {
      const now = [await product.childPid("web"), await product.childPid("worker")];
      return now[0] === pids.web && now[1] === pids.worker ? [] : ["one was started again"];
    });
  },
};

/** Cards that have left the starting columns make room for new ones. */
async function keepBusy(product: Product, slug: string): Promise<void> {
  const active = await product.api<unknown[]>("GET", "/runs?active=true");
  for (let have = active.length; have < IN_FLOW; have += 1) {
    await product.api("POST", `/projects/${slug}/tickets`, {
      title: "scenario: default-success",
      status: "Todo",
      assignedTo: "programmer",
    });
  }
}

async function judge(stage: Stage, samples: Record<"web" | "worker", Sample[]>): Promise<void> {
  for (const [name, all] of Object.entries(samples)) {
    const rest = all.slice(Math.floor(all.length * WARM_UP_SHARE));
    const third = Math.ceil(rest.length / 3);
    const [first, last] = [rest.slice(0, third), rest.slice(-third)];
    const rss = [median(first, "rssKb"), median(last, "rssKb")] as const;
    const files = [median(first, "files"), median(last, "files")] as const;
    stage.tell(`${name}: ${rss.join(" → ")} KB, ${files.join(" → ")} open files`);
    const limit = stage.isNightly ? GROWTH.nightly : GROWTH.short;
    await stage.check(`memory and open files of ${name} level off`, () =>
      Promise.resolve([
        ...(rss[1] > rss[0] * (1 + limit) ? [`memory grew from ${rss[0]} to ${rss[1]} KB`] : []),
        ...(files[1] > files[0] + FILES_SWING ? [`open files: ${files.join(" → ")}`] : []),
      ]),
    );
  }
}

function median(samples: readonly Sample[], key: keyof Sample): number {
  const sorted = samples.map((sample) => sample[key]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function readSample(pid: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const files = await readdir(`/proc/${pid}/fd`);
  return { rssKb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0), files: files.length };
}

async function zombiesOf(parents: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" && parents.includes(Number(parent))) found.push(Number(name));
  }
  return found;
}
