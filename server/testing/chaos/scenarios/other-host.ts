/**
 * R-03, rule 26: what runs in another pid namespace may be another machine's. Nobody here judges it
 * before its keeper's orphan limit and a minute (shortened) are over.
 */
import { spawnSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { sleep } from "#server/lib/abort.ts";
import type { Run } from "#server/store/generated/client.ts";
import { waitFor } from "../../wait-for.ts";
import type { Installation } from "../rig/installation.ts";
import { findFaults } from "../rig/invariants.ts";
import { readLives } from "../rig/lives.ts";
import type { ChaosWorker } from "../rig/worker.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { running, waitForArchives } from "./stir.ts";

const LEASE_SECONDS = 2;
const ORPHAN_LIMIT_SECONDS = 5;

/** A machine of its own: the shell is its first process, so that it outlives its worker. */
const OTHER_MACHINE = [
  "unshare",
  ...["--pid", "--fork", "--kill-child", "--mount-proc"],
  "/bin/sh",
  "-c",
  '"$@" & wait; exec sleep 600',
  "sh",
];

export const otherHost: Scenario = {
  name: "other-host",
  rows: "R-03",
  findObstacle() {
    const { status } = spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]);
    return status === 0 ? null : "it needs the right to make pid namespaces (as root)";
  },
  async play(stage) {
    await play(stage, "its worker died", async (machine) => {
      process.kill(await findWorker(machine.pid), "SIGKILL");
    });
    await play(stage, "the machine died", async (machine) => {
      await machine.end("SIGKILL");
    });
  },
};

async function play(
  stage: Stage,
  what: string,
  hurt: (machine: ChaosWorker) => Promise<void>,
): Promise<void> {
  const board = await stage.board({
    speed: 1,
    orphanLimitSeconds: ORPHAN_LIMIT_SECONDS,
    env: { SIGNALBOX_LEASE_SECONDS: String(LEASE_SECONDS) },
  });
  // The one process that is there on both.
  await board.showWeb(1);
  const machine = await board.startWorker({ wrapper: OTHER_MACHINE });
  await board.addTicket("long-sleep");
  const run = await running(board);
  const here = await board.startWorker();
  await hurt(machine);
  const hurtAt = Date.now();

  await stage.check(`${what}: its run is left alone until the orphan limit`, async () => {
    await sleep((LEASE_SECONDS + 1) * 1_000);
    const { fence } = await board.database.prisma.run.findUniqueOrThrow({ where: { id: run.id } });
    return fence === run.fence ? [] : [`taken over ${Date.now() - hurtAt} ms after its owner died`];
  });
  await stage.check(`${what}: then it is lost, and its ticket owed again`, async () => {
    await waitFor(
      () => board.database.prisma.run.findFirst({ where: { id: run.id, state: "ended" } }),
      { timeoutMs: 60_000, what: "the end" },
    );
    await board.settle();
    await waitForArchives(board);
    return [
      ...(await judge(board, run)),
      ...(await findFaults(board, { hurt: new Set([run.id]) })),
    ];
  });
  await here.end("SIGTERM");
  await board.remove();
}

async function judge(board: Installation, run: Run): Promise<string[]> {
  const { prisma } = board.database;
  const { outcome } = await prisma.run.findUniqueOrThrow({ where: { id: run.id } });
  const taken = await prisma.runEvent.findFirst({ where: { runId: run.id, kind: "readopted" } });
  const lives = await readLives(board.agentsLog);
  const ended = lives[0]?.endedAt ?? null;
  const owed = await prisma.firing.count({ where: { state: "owed", cause: "wake" } });
  return [
    ...(outcome === "lost" ? [] : [`ended as ${outcome}, expected lost`]),
    ...(owed === 1 ? [] : [`${owed} wakes are owed, expected 1`]),
    ...(lives.length === 1 ? [] : [`${lives.length} agents began`]),
    ...(taken && ended !== null && ended > taken.at.getTime()
      ? [`taken over ${ended - taken.at.getTime()} ms before its agent had ended`]
      : []),
  ];
}

/** Number of the worker below `pid`, as this namespace sees it. */
async function findWorker(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    commands.set(Number(name), command);
  }
  const isBelow = (one: number): boolean =>
    one === pid || (parents.get(one) ?? 0) > 1
      ? one === pid || isBelow(parents.get(one) ?? 0)
      : false;
  for (const [one, command] of commands) {
    if (/node\0.*dist\/worker\.js/.test(command) && isBelow(one) && one !== pid) {
      if (!command.startsWith("/bin/sh") && !command.startsWith("unshare")) return one;
    }
  }
  throw new Error(`no worker below process ${pid}`);
}
