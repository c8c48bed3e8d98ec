/** kill -9 of workers at random moments while agents of every kind come and go. */
import { readProcess } from "#server/agent/folder-state.ts";
import { signalProcess } from "#server/agent/identity.ts";
import { sleep } from "#server/lib/abort.ts";
import type { Installation } from "../rig/installation.ts";
import { findFaults } from "../rig/invariants.ts";
import type { Random } from "../rig/random.ts";
import type { ChaosWorker } from "../rig/worker.ts";
import type { Scenario } from "../scenario.ts";
import { keepFlowing, waitForNews } from "./flow.ts";
import { waitForArchives } from "./stir.ts";

const KILLS = { short: 60, nightly: 300 };
/** Tickets that wait or are worked on at any time. */
const IN_FLOW = 8;
/** At least one run for so many kills, or too little happened. */
const RUNS_OF_KILLS = 3;

const STORIES = [
  "slow-stream",
  "default-success",
  "thinking-and-todo",
  "two-results",
  "slow-stream",
  "crash-mid-run",
  "malformed-lines",
  "hang-after-result",
  "double-fork-daemon",
];

export const randomKills: Scenario = {
  name: "random-kills",
  rows: "R-01",
  async play(stage) {
    const { random } = stage;
    // Some stories ask for a permission nobody gives.
    const board = await stage.board({ speed: 6, answerWaitSeconds: 1 });
    const kills = stage.isNightly ? KILLS.nightly : KILLS.short;
    const hurt = new Set<string>();
    let worker = await board.startWorker();
    let seen = 0;
    const countRuns = () => board.database.prisma.run.count();
    // A busy machine starts fewer runs between two kills: it gets more of both.
    const isEnough = async () => (await countRuns()) >= kills / RUNS_OF_KILLS;
    let kill = 0;
    while (kill < kills || (kill < 2 * kills && !(await isEnough()))) {
      kill += 1;
      await keepFlowing(board, random, STORIES, IN_FLOW);
      if (random.percent(65)) seen = await waitForNews(board, seen);
      await sleep(random.between(0, 900));
      if (random.percent(20)) {
        await hurtOne(board, random, random.percent(50) ? "keeper" : "agent", hurt);
      }
      await worker.end("SIGKILL");
      if (random.percent(20)) await sleep(random.between(200, 2_000));
      worker = await nextWorker(board, random);
      if (kill % 20 === 0) stage.tell(`${kill} of ${kills} kills`);
    }
    await stage.check(`every run ends after ${kill} kills`, async () => {
      await board.settle(120_000);
      await waitForArchives(board);
    });
    const runs = await countRuns();
    stage.tell(`${runs} runs, ${hurt.size} hurt on purpose`);
    await stage.check("nothing is lost, doubled or left behind", () => findFaults(board, { hurt }));
    await stage.check("enough happened to prove something", () =>
      Promise.resolve(runs < kills / RUNS_OF_KILLS ? [`only ${runs} runs in ${kill} kills`] : []),
    );
    await worker.end("SIGTERM");
  },
};

/** Now and then one that dies while it starts. */
async function nextWorker(board: Installation, random: Random): Promise<ChaosWorker> {
  while (random.percent(10)) {
    const starting = board.startWorker();
    await sleep(random.between(50, 700));
    const worker = await Promise.race([starting, sleep(random.between(1, 200)).then(() => null)]);
    if (worker) await worker.end("SIGKILL");
    else await (await starting).end("SIGKILL");
  }
  return board.startWorker();
}

/** Kills an agent, or the keeper of one: its run is then lost or failed, whatever the worker does. */
async function hurtOne(
  board: Installation,
  random: Random,
  whom: "keeper" | "agent",
  hurt: Set<string>,
): Promise<void> {
  const runs = await board.database.prisma.run.findMany({
    where: { state: { in: ["running", "verifying"] } },
    select: { id: true, processNumber: true },
  });
  if (runs.length === 0) return;
  const { id, processNumber } = random.pick(runs);
  const record = await readProcess(board.processDir(id, processNumber)).catch(() => null);
  if (record && signalProcess(record[whom], "SIGKILL")) hurt.add(id);
}
