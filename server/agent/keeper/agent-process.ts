/** The agent's process: stdout and stderr go straight to files, stdin is a pipe the keeper owns. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { identityOf } from "../identity.ts";
import { findLaunchProblem, launchCommand } from "./launch.ts";
import { onlyChildOf } from "./namespace.ts";
import type { Namespace } from "./namespace.ts";
import type { KeeperSpec } from "./protocol.ts";
import { FILES } from "./protocol.ts";
import type { AgentPlace } from "./run-tree.ts";

export type AgentExit = { code: number | null; signal: string | null };

export type Agent = {
  /** Null when the program could not be started. */
  place: Promise<AgentPlace> | null;
  spawnError: Promise<string>;
  exited: Promise<AgentExit>;
  isStdinOpen(): boolean;
  /** False when stdin is closed. */
  write(line: string): boolean;
  closeStdin(): void;
};

/** Starts the CLI in a session and group of its own; no shell, nothing from our environment. */
export function startAgent(spec: KeeperSpec, dir: string, namespace: Namespace | null): Agent {
  const problem = findLaunchProblem(spec);
  if (problem !== null) return neverStarted(problem);
  const { file, args } = launchCommand(spec, namespace);
  const out = openSync(path.join(dir, FILES.stdout), "a", 0o600);
  const err = openSync(path.join(dir, FILES.stderr), "a", 0o600);
  try {
    const child = spawn(file, args, {
      cwd: spec.cwd,
      env: spec.env as NodeJS.ProcessEnv,
      detached: true,
      shell: false,
      stdio: ["pipe", out, err],
    });
    return wrap(child, namespace !== null);
  } catch (error) {
    // Arguments Node itself refuses, such as one with a NUL byte.
    return neverStarted(error instanceof Error ? error.message : String(error));
  } finally {
    closeSync(out);
    closeSync(err);
  }
}

function wrap(child: ChildProcess, isInNamespace: boolean): Agent {
  const stdin = child.stdin;
  let isOpen = stdin !== null;
  // EPIPE: the agent closed its end or died; the exit event tells the rest.
  stdin?.on("error", () => {
    isOpen = false;
  });
  stdin?.on("close", () => {
    isOpen = false;
  });
  const exited = new Promise<AgentExit>((resolve) => {
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
  return {
    place: child.pid === undefined ? null : findPlace(child.pid, exited, isInNamespace),
    spawnError: new Promise((resolve) => {
      child.on("error", (error) => resolve(error.message));
    }),
    exited,
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

/** Behind the door the agent has a pid of its own; one that was quicker than we could look has the door's. */
async function findPlace(
  pid: number,
  exited: Promise<AgentExit>,
  isInNamespace: boolean,
): Promise<AgentPlace> {
  const door = identityOf(pid);
  if (!isInNamespace) return { agent: door, door };
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  while (!hasExited) {
    const child = onlyChildOf(pid);
    if (child !== null) return { agent: identityOf(child), door };
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { agent: door, door };
}

function neverStarted(message: string): Agent {
  return {
    place: null,
    spawnError: Promise.resolve(message),
    exited: Promise.resolve({ code: null, signal: null }),
    isStdinOpen: () => false,
    write: () => false,
    closeStdin: () => undefined,
  };
}
