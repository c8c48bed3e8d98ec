/** a kill at every named place between two steps, and what the next worker makes of it. */
import { readFile } from "node:fs/promises";
import { FAILPOINTS } from "#server/lib/failpoint.ts";
import type { Failpoint } from "#server/lib/failpoint.ts";
import { describeError } from "#server/lib/result.ts";
import { waitFor } from "../../wait-for.ts";
import type { Installation } from "../rig/installation.ts";
import { findFaults } from "../rig/invariants.ts";
import type { ChaosWorker } from "../rig/worker.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { keeperCases } from "./keeper-kills.ts";
import { answer, endOne, queued, running, say, waitForArchives } from "./stir.ts";

interface Case {
  /** The time at which the place is meant; the first one unless it says more. */
  nth?: number;
  story?: string;
  /** What has to happen before the place is reached. */
  stir?(board: Installation, worker: ChaosWorker): Promise<void>;
  /** The run waits for a worker: one that can start it takes it with its admission. */
  isQueued?: boolean;
  /** A worker was killed beside a running agent before the one that is to die. */
  isSecond?: boolean;
  /** What else must hold, beside what always must. */
  judge?(board: Installation): Promise<string[]>;
}

type WorkerPoint = Exclude<Failpoint, `keeper.${string}`>;

/** How each place of a worker is reached; without more to say a plain run passes it. */
const cases: Record<WorkerPoint, Case> = {
  "admit.beforeCommit": {},
  "admit.afterCommit": {},
  "tick.afterReap": { story: "slow-stream", isSecond: true },
  "tick.afterAdmit": {},
  "claim.beforeCommit": { isQueued: true },
  "claim.afterCommit": { isQueued: true },
  "tick.afterClaim": { isQueued: true },
  "start.afterPrepare": {},
  "start.afterCheckpoint": {},
  "spawn.beforeBegin": {},
  "spawn.afterBegin": {},
  "spawn.afterPid": {},
  "ingest.beforeInsert": { story: "slow-stream", nth: 4 },
  "ingest.beforeBroadcast": { story: "slow-stream", nth: 5 },
  "request.beforeAnswer": { story: "move-to-review" },
  "answer.beforeDelivery": { story: "ask-question", stir: answer, judge: wasHeard("SQLite") },
  "message.beforeDelivery": { story: "slow-stream", stir: say, judge: wasHeard("Keep it short") },
  "end.beforeSend": {},
  "finish.begin": {},
  "step.afterEffect": { judge: hadEffect },
  "settle.beforeCommit": {},
  "settle.afterCommit": {},
  "reap.afterTakeOver": { story: "slow-stream", isSecond: true },
  "shutdown.begin": { story: "slow-stream", stir: leave },
  "shutdown.afterLetGo": { story: "slow-stream", stir: leave },
};

/** So many at a time: most of a case is waiting. */
const AT_ONCE = 3;

export const directedKills: Scenario = {
  name: "directed-kills",
  rows: "R-01, R-19",
  async play(stage) {
    const works = FAILPOINTS.filter(isOfWorker).map((point) => () => kill(stage, point));
    const all = [...works, ...keeperCases.map((one) => () => one(stage))];
    const next = async (): Promise<void> => {
      for (let work = all.shift(); work; work = all.shift()) await work();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  },
};

function isOfWorker(point: Failpoint): point is WorkerPoint {
  return !point.startsWith("keeper.");
}

async function kill(stage: Stage, point: WorkerPoint): Promise<void> {
  await stage.check(`worker killed at ${point}`, async () => {
    const { story = "default-success", nth = 1, isSecond, isQueued, stir, judge } = cases[point];
    const board = await stage.board({
      speed: 8,
      actionsAfter:
        point === "step.afterEffect"
          ? [{ type: "runCommand", command: "/bin/sh", args: ["-c", "echo done >> effect.txt"] }]
          : [{ type: "moveTicketStatus", to: "Review" }],
    });
    try {
      if (isSecond) {
        const first = await board.startWorker();
        await board.addTicket(story);
        await running(board);
        await first.end("SIGKILL");
      }
      if (isQueued) await board.hideWeb();
      const worker = await board.startWorker({ failpoints: `${point}:kill@${nth}` });
      if (!isSecond) await board.addTicket(story);
      if (isQueued) {
        await queued(board);
        await board.showWeb();
      }
      await stir?.(board, worker);
      await waitFor(() => worker.isGone(), { timeoutMs: 40_000, what: `a kill at ${point}` });
      const { signal } = await worker.exited;
      if (signal !== "SIGKILL") return [`ended by ${signal}: ${worker.log().slice(-500)}`];
      await board.startWorker();
      await endOne(board);
      await board.settle();
      await waitForArchives(board);
      return [...(await findFaults(board)), ...((await judge?.(board)) ?? [])];
    } catch (error) {
      return [describeError(error), ...(await findFaults(board))];
    } finally {
      await board.remove();
    }
  });
}

async function leave(board: Installation, worker: ChaosWorker): Promise<void> {
  await running(board);
  worker.signal("SIGTERM");
}

/** The agent got what was said to it, once, by its own log. */
function wasHeard(text: string): (board: Installation) => Promise<string[]> {
  return async ({ agentsLog }) => {
    const lines = (await readFile(agentsLog, "utf8")).split("\n");
    const times = lines.filter((line) => line.includes('"stdin"') && line.includes(text)).length;
    return times === 1 ? [] : [`the agent was told "${text}" ${times} times, expected once`];
  };
}

async function hadEffect(board: Installation): Promise<string[]> {
  const effects = await board.readWorkspace("effect.txt");
  return effects.includes("done") ? [] : ["the action after the run left no trace"];
}
