/** The agent's process: stdout and stderr go straight to files, stdin is a pipe the keeper owns. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import path from "node:path";
import type { KeeperSpec } from "./protocol.ts";
import { FILES } from "./protocol.ts";

export type AgentExit = { code: number | null; signal: string | null };

export type Agent = {
  /** Undefined when the program could not be started. */
  pid: number | undefined;
  spawnError: Promise<string>;
  exited: Promise<AgentExit>;
  isStdinOpen(): boolean;
  /** False when stdin is closed. */
  write(line: string): boolean;
  closeStdin(): void;
};

/** Starts the CLI in a session and group of its own; no shell, nothing from our environment. */
export function startAgent(spec: KeeperSpec, dir: string): Agent {
  const out = openSync(path.join(dir, FILES.stdout), "a", 0o600);
  const err = openSync(path.join(dir, FILES.stderr), "a", 0o600);
  try {
    const child = spawn(spec.claudePath, spec.argv, {
      cwd: spec.cwd,
      env: spec.env as NodeJS.ProcessEnv,
      detached: true,
      shell: false,
      stdio: ["pipe", out, err],
    });
    return wrap(child, spec);
  } catch (error) {
    // Arguments Node itself refuses, such as one with a NUL byte.
    return neverStarted(error instanceof Error ? error.message : String(error));
  } finally {
    closeSync(out);
    closeSync(err);
  }
}

function wrap(child: ChildProcess, spec: KeeperSpec): Agent {
  const stdin = child.stdin;
  let isOpen = stdin !== null;
  // EPIPE: the agent closed its end or died; the exit event tells the rest.
  stdin?.on("error", () => {
    isOpen = false;
  });
  stdin?.on("close", () => {
    isOpen = false;
  });
  return {
    pid: child.pid,
    spawnError: new Promise((resolve) => {
      child.on("error", (error) => resolve(explain(error, spec)));
    }),
    exited: new Promise((resolve) => {
      child.on("exit", (code, signal) => resolve({ code, signal }));
    }),
    isStdinOpen: () => isOpen,
    write(line) {
      if (!isOpen || !stdin) return false;
      stdin.write(line);
      return true;
    },
    closeStdin() {
      if (!isOpen || !stdin) return;
      isOpen = false;
      stdin.end();
    },
  };
}

function neverStarted(message: string): Agent {
  return {
    pid: undefined,
    spawnError: Promise.resolve(message),
    exited: Promise.resolve({ code: null, signal: null }),
    isStdinOpen: () => false,
    write: () => false,
    closeStdin: () => undefined,
  };
}

/** Node reports a missing folder as a missing program. */
function explain(error: Error, spec: KeeperSpec): string {
  if (!existsSync(spec.cwd)) return `cwd: expected a folder, found nothing at ${spec.cwd}`;
  return error.message;
}
