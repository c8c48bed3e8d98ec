/**
 * Named places at which a process can be made to die, to stand still or to fail, so that tests reach the
 * moments between two steps. `SIGNALBOX_FAILPOINT=claim.afterCommit:kill` does so at the first
 * time, `ingest.beforeInsert:kill@3` at the third; several are separated by commas. Without the variable
 * a place costs one comparison. Node built-ins only: the keeper uses it.
 */
import { writeSync } from "node:fs";

/** Every place there is, in the order of a run's life. */
export const FAILPOINTS = [
  "admit.beforeCommit",
  "admit.afterCommit",
  "tick.afterReap",
  "tick.afterAdmit",
  "claim.beforeCommit",
  "claim.afterCommit",
  "tick.afterClaim",
  "start.afterPrepare",
  "start.afterCheckpoint",
  "spawn.beforeBegin",
  "spawn.afterBegin",
  "spawn.afterPid",
  "ingest.beforeInsert",
  "ingest.beforeBroadcast",
  "request.beforeAnswer",
  "answer.beforeDelivery",
  "message.beforeDelivery",
  "end.beforeSend",
  "finish.begin",
  "step.afterEffect",
  "settle.beforeCommit",
  "settle.afterCommit",
  "reap.afterTakeOver",
  "shutdown.begin",
  "shutdown.afterLetGo",
  "keeper.afterStarted",
  "keeper.afterSpawn",
  "keeper.beforeExit",
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/**
 * `kill`: the process is gone before the call returns · `pause`: it stands still until SIGCONT ·
 * `throw`: the call fails with a {@link FailpointError}.
 */
const ACTIONS = ["kill", "pause", "throw"] as const;
type Action = (typeof ACTIONS)[number];

export class FailpointError extends Error {
  override name = "FailpointError";
}

interface Armed {
  action: Action;
  /** It acts at the time this reaches 0, and never again. */
  left: number;
}

/**
 * What a value of the variable asks for.
 * @throws Error that names the variable, what was expected and what was found.
 */
export function parseFailpoints(text: string | undefined): Map<Failpoint, Armed> | null {
  const parts = (text ?? "").split(",").flatMap((part) => part.trim() || []);
  if (parts.length === 0) return null;
  return new Map(
    parts.map((part) => {
      const [, name, action, nth = "1"] = /^([^:]+):([a-z]+)(?:@([1-9]\d*))?$/.exec(part) ?? [];
      const point = FAILPOINTS.find((one) => one === name);
      const deed = ACTIONS.find((one) => one === action);
      if (point === undefined || deed === undefined) {
        throw new Error(
          `SIGNALBOX_FAILPOINT: expected <place>:${ACTIONS.join("|")}[@nth], found "${part}"`,
        );
      }
      return [point, { action: deed, left: Number(nth) }];
    }),
  );
}

const armed = parseFailpoints(process.env["SIGNALBOX_FAILPOINT"]);

/** A place of that name. Does nothing unless the variable names it. */
export function failpoint(name: Failpoint): void {
  if (armed !== null) reach(armed, name);
}

function reach(points: Map<Failpoint, Armed>, name: Failpoint): void {
  const point = points.get(name);
  if (point === undefined) return;
  point.left -= 1;
  if (point.left !== 0) return;
  // Said at once: a process that is killed writes nothing later.
  writeSync(2, `failpoint ${name}: ${point.action}\n`);
  if (point.action === "throw") throw new FailpointError(`failpoint ${name}`);
  process.kill(process.pid, point.action === "kill" ? "SIGKILL" : "SIGSTOP");
}
