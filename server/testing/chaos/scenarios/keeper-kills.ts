/** keepers that die or stand still between two steps, alone or together with their worker. */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { inspectFolder, readStarted } from "#server/agent/folder-state.ts";
import { signalProcess } from "#server/agent/identity.ts";
import type { ProcessIdentity } from "#server/agent/runtime.ts";
import type { Failpoint } from "#server/lib/failpoint.ts";
import { describeError } from "#server/lib/result.ts";
import type { Run } from "#server/store/generated/client.ts";
import { waitFor } from "../../wait-for.ts";
import type { Installation } from "../rig/installation.ts";
import { findFaults } from "../rig/invariants.ts";
import { readLives } from "../rig/lives.ts";
import type { ChaosWorker } from "../rig/worker.ts";
import type { Stage } from "../scenario.ts";
import { endOne, waitForArchives } from "./stir.ts";

type KeeperPoint = Extract<Failpoint, `keeper.${string}`>;

interface Hit {
  board: Installation;
  worker: ChaosWorker;
  run: Run;
  /** The keeper that reached the place. */
  keeper: ProcessIdentity;
}

interface KeeperCase {
  name: string;
  point: KeeperPoint;
  action: "kill" | "pause";
  story: string;
  /** Once the place was reached. */
  play?(hit: Hit): Promise<void>;
  /** Outcomes of the first run that are right. */
  outcomes: string[];
  /** Agents that may have begun for it. */
  agents: number;
}

const table: KeeperCase[] = [
  {
    name: "keeper killed after it claimed the start",
    point: "keeper.afterStarted",
    action: "kill",
    story: "default-success",
    outcomes: ["spawn_failed"],
    agents: 0,
  },
  {
    name: "keeper killed between the agent's start and its record",
    point: "keeper.afterSpawn",
    action: "kill",
    story: "slow-stream",
    outcomes: ["spawn_failed", "lost"],
    agents: 1,
  },
  {
    name: "keeper killed before it could say how its agent ended",
    point: "keeper.beforeExit",
    action: "kill",
    story: "default-success",
    outcomes: ["completed"],
    agents: 1,
  },
  {
    name: "worker killed while the keeper stands still before the start, which then goes on",
    point: "keeper.afterStarted",
    action: "pause",
    story: "default-success",
    outcomes: ["completed"],
    agents: 1,
    async play({ board, worker, run, keeper }) {
      await worker.end("SIGKILL");
      await board.startWorker();
      await takenOver(board, run);
      signalProcess(keeper, "SIGCONT");
    },
  },
  {
    name: "worker and keeper killed before the start",
    point: "keeper.afterStarted",
    action: "pause",
    story: "default-success",
    outcomes: ["completed"],
    agents: 1,
    async play({ board, worker, keeper }) {
      await worker.end("SIGKILL");
      signalProcess(keeper, "SIGKILL");
      await board.startWorker();
    },
  },
  {
    name: "worker and keeper killed between the agent's start and its record",
    point: "keeper.afterSpawn",
    action: "pause",
    story: "slow-stream",
    outcomes: ["completed"],
    agents: 3,
    async play({ board, worker, keeper }) {
      await worker.end("SIGKILL");
      await waitFor(async () => (await readLives(board.agentsLog)).length > 0, {
        timeoutMs: 20_000,
        what: "an agent",
      });
      signalProcess(keeper, "SIGKILL");
      await board.startWorker();
    },
  },
  {
    name: "keeper that wakes up after its worker gave the start up",
    point: "keeper.afterStarted",
    action: "pause",
    story: "default-success",
    outcomes: ["spawn_failed"],
    agents: 0,
    async play({ board, worker, keeper }) {
      await endOne(board);
      await worker.end("SIGKILL");
      signalProcess(keeper, "SIGCONT");
      await waitFor(() => !signalProcess(keeper, "SIGCONT"), {
        timeoutMs: 20_000,
        what: "the end of the late keeper",
      });
      await board.startWorker();
    },
  },
];

export const keeperCases = table.map((one) => (stage: Stage) => play(stage, one));

async function play(stage: Stage, one: KeeperCase): Promise<void> {
  await stage.check(one.name, async () => {
    const board = await stage.board({ speed: 8 });
    try {
      const worker = await board.startWorker({ failpoints: `${one.point}:${one.action}` });
      await board.addTicket(one.story);
      const hit = await waitForHit(board, worker, one.point);
      await one.play?.(hit);
      await endOne(board);
      if (!worker.isGone()) {
        // Its further keepers would die as well.
        await worker.end("SIGKILL");
        await board.startWorker();
      }
      await board.settle();
      await waitForArchives(board);
      return await judge(board, one, hit.run.id);
    } catch (error) {
      return [describeError(error), ...(await findFaults(board))];
    } finally {
      await board.remove();
    }
  });
}

async function judge(board: Installation, one: KeeperCase, runId: string): Promise<string[]> {
  const run = await board.database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  const agents = (await readLives(board.agentsLog)).filter((life) => life.run === runId).length;
  const faults = await findFaults(board, { hurt: new Set([runId]) });
  if (!one.outcomes.includes(run.outcome ?? "")) {
    faults.push(`ended as ${run.outcome}: ${run.error}; expected ${one.outcomes.join(" or ")}`);
  }
  if (agents > one.agents || (one.outcomes.includes("completed") && agents === 0)) {
    faults.push(`began ${agents} agents, expected ${one.agents}`);
  }
  return faults;
}

async function waitForHit(
  board: Installation,
  worker: ChaosWorker,
  point: KeeperPoint,
): Promise<Hit> {
  const runs = path.join(board.dataDir, "runs");
  const dir = await waitFor(
    async () => {
      for (const id of await readdir(runs)) {
        const folder = board.processDir(id);
        const log = await readFile(path.join(folder, "keeper.log"), "utf8").catch(() => "");
        if (log.includes(`failpoint ${point}`)) return folder;
      }
      return null;
    },
    { timeoutMs: 40_000, what: `a keeper at ${point}` },
  );
  const id = path.basename(path.dirname(dir));
  const run = await board.database.prisma.run.findUniqueOrThrow({ where: { id } });
  const started = await readStarted(dir);
  if (started?.word !== "keeper") throw new Error(`${dir}: expected a keeper's claim`);
  await waitFor(async () => (await inspectFolder(dir)).started, { what: "the keeper's claim" });
  return { board, worker, run, keeper: started.keeper };
}

async function takenOver({ database }: Installation, { id, fence }: Run): Promise<void> {
  await waitFor(() => database.prisma.run.findFirst({ where: { id, fence: { gt: fence } } }), {
    timeoutMs: 30_000,
    what: "a run that was taken over",
  });
}
