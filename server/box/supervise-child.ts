import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  CHILD_HEALTHY_AFTER_MS,
  CHILD_RESTART_MAX_MS,
  CHILD_RESTART_MIN_MS,
  CHILD_STOP_WITHIN_MS,
} from "../tunables.ts";

export type ChildProgram = {
  /** "web" or "worker": also the name of its log. */
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
};

export type Death = { code: number | null; signal: string | null; restartInMs: number };

export type ChildEvents = {
  onStart: (pid: number) => void;
  onOutput: (chunk: Buffer) => void;
  onDeath: (death: Death) => void;
};

export type SupervisedChild = {
  name: string;
  pid(): number | undefined;
  /** Ends the process in order; the supervisor starts it again at once. */
  restart(): void;
  /** Ends it for good: SIGTERM, then SIGKILL when it does not leave. */
  stop(): Promise<void>;
};

/**
 * Keeps one child process running: a dead one is started again, quickly at first and more slowly
 * while it keeps dying. The IPC channel is what tells the child that we are gone (rule 27).
 */
export function superviseChild(program: ChildProgram, events: ChildEvents): SupervisedChild {
  let child: ChildProcess | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let delayMs = CHILD_RESTART_MIN_MS;
  let isStopping = false;
  let isRestarting = false;

  const start = () => {
    const startedAt = performance.now();
    const started = spawn(program.command, program.args, {
      cwd: program.cwd,
      env: program.env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child = started;
    started.stdout?.on("data", events.onOutput);
    started.stderr?.on("data", events.onOutput);
    // A closed channel is no news: the exit below is.
    started.on("error", (error) => events.onOutput(Buffer.from(`${error.message}\n`)));
    started.once("close", (code, signal) => {
      if (child === started) child = undefined;
      if (isStopping) return;
      const wasHealthy = performance.now() - startedAt > CHILD_HEALTHY_AFTER_MS;
      if (wasHealthy) delayMs = CHILD_RESTART_MIN_MS;
      const restartInMs = isRestarting ? 0 : delayMs;
      if (!isRestarting) delayMs = Math.min(delayMs * 2, CHILD_RESTART_MAX_MS);
      isRestarting = false;
      events.onDeath({ code, signal, restartInMs });
      restartTimer = setTimeout(start, restartInMs);
    });
    if (started.pid !== undefined) events.onStart(started.pid);
  };

  start();
  return {
    name: program.name,
    pid: () => child?.pid,
    restart() {
      isRestarting = true;
      child?.kill("SIGTERM");
    },
    async stop() {
      isStopping = true;
      clearTimeout(restartTimer);
      if (child) await endProcess(child);
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  const deadline = setTimeout(() => child.kill("SIGKILL"), CHILD_STOP_WITHIN_MS);
  child.kill("SIGTERM");
  await closed;
  clearTimeout(deadline);
}
