/** A worker as it is shipped, in a process of its own, for being killed. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Failpoint } from "#server/lib/failpoint.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { waitFor } from "../../wait-for.ts";

export interface WorkerOptions {
  /** `<place>:<action>[@nth]`, several separated by commas. */
  failpoints?: `${Failpoint}:${string}`;
  env?: Record<string, string>;
  /** Program and arguments in front of node, as `unshare` with its flags. */
  wrapper?: string[];
}

export interface ChaosWorker {
  pid: number;
  /** Everything it logged so far. */
  log(): string;
  isGone(): boolean;
  /** Code or signal; resolves when it is gone. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves when it does its work. */
  up(): Promise<void>;
}

/** Starts one; it leaves by itself when this process dies. */
export function spawnWorker(
  environment: Record<string, string>,
  logFile: string,
  options: WorkerOptions = {},
): ChaosWorker {
  const program = path.join(findProjectRoot(), "dist/worker.js");
  const [command, ...args] = [...(options.wrapper ?? []), process.execPath, program];
  const child = spawn(command, args, {
    cwd: "/",
    env: {
      ...environment,
      ...options.env,
      ...(options.failpoints === undefined ? {} : { SIGNALBOX_FAILPOINT: options.failpoints }),
    } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const file = createWriteStream(logFile, { flags: "a" });
  let text = "";
  const keep = (chunk: Buffer): void => {
    text += chunk.toString();
    file.write(chunk);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  void exited.then(() => file.end());
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    log: () => text,
    isGone,
    exited,
    signal: (signal) => void child.kill(signal),
    end(signal) {
      if (!isGone()) child.kill(signal);
      return exited;
    },
    async up() {
      await waitFor(() => text.includes("worker is up") || isGone(), {
        timeoutMs: 60_000,
        what: "a worker that is up",
      });
    },
  };
}
