/**
 * A pid namespace for one agent (ADR 0011): whatever the agent starts, and however it hides, ends with
 * the namespace's first process, and the kernel sees to it. The agent is not that first process: there
 * SIGTERM would be ignored and orphans would pile up. It enters through `nsenter`, which reports its exit
 * code and signal as they were.
 */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import type { Readable } from "node:stream";
import { identityOf, livenessOf, namespaceOf, signalProcess } from "../identity.ts";
import type { ProcessIdentity } from "./protocol.ts";
import { PLUMBING_ENV, findTool } from "./tools.ts";

export type Namespace = {
  /** Its first process, as seen from here. */
  init: ProcessIdentity;
  /** Inode of `/proc/<pid>/ns/pid` of everything inside. */
  inode: string;
  /** The command line that runs `program` inside, in the folder `cwd`. */
  enter(program: string[], cwd: string): string[];
  /** Processes inside, without the first. */
  count(): number;
  /** From here on it outlives this process; before, it ends with it. */
  release(): void;
  /** SIGKILL to its first process, and so to all. */
  kill(): void;
  /** Resolves when nothing inside is left. */
  gone: Promise<void>;
};

/** Longer than any healthy machine takes, ms. */
const OPEN_WITHIN_MS = 5_000;
/**
 * The first process waits for a line, so that it goes with a keeper that dies before it had anything to
 * keep. Then it only ignores SIGCHLD, which leaves no zombies of orphans; a shell would not.
 */
const FIRST_PROCESS = "echo; read -r line && exec env --ignore-signal=CHLD sleep infinity";

/** What is needed beyond `--pid` as somebody who is not root. */
const asUser = (user: string[]): string[] => (process.getuid?.() === 0 ? [] : user);

/**
 * Begins to open a namespace; `ready` gives it, or null where the machine forbids it or lacks a program.
 * Given up, it goes when this process ends.
 */
export function openNamespace(): { ready(): Promise<Namespace | null> } {
  const [unshare, nsenter, setsid] = ["unshare", "nsenter", "setsid"].map(findTool);
  if (!unshare || !nsenter || !setsid) return { ready: () => Promise.resolve(null) };
  const child = spawn(
    unshare,
    [
      ...asUser(["--user", "--map-current-user"]),
      ...["--pid", "--fork", "--kill-child", "--mount-proc"],
      // Mounts of the host appear and go inside as well; none of inside is seen outside.
      ...["--propagation", "slave", "--"],
      ...["sh", "-c", FIRST_PROCESS],
    ],
    { cwd: "/", env: PLUMBING_ENV, detached: true, stdio: ["pipe", "pipe", "ignore"] },
  );
  const gone = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  child.stdin.on("error", () => undefined);
  return {
    async ready() {
      const isReady = await saysSomething(child.stdout, gone);
      child.stdout.destroy();
      const first = isReady && child.pid !== undefined ? onlyChildOf(child.pid) : null;
      const inode = first === null ? null : namespaceOf(first);
      if (first !== null && inode !== null) {
        const init = identityOf(first);
        return {
          init,
          inode,
          gone,
          enter: (program, cwd) => [nsenter, ...wayInto(init, cwd), setsid, ...program],
          count: () => countInside(init.pid),
          release: () => void child.stdin.end("\n"),
          kill: () => void signalProcess(init, "SIGKILL"),
        };
      }
      child.kill("SIGKILL");
      return null;
    },
  };
}

/** The program behind it gets a session of its own: the one outside has no number inside. */
function wayInto(init: ProcessIdentity, cwd: string): string[] {
  return [
    ...["--target", String(init.pid)],
    ...asUser(["--user", "--preserve-credentials"]),
    ...["--pid", "--mount", `--wdns=${cwd}`, "--"],
  ];
}

function saysSomething(output: Readable, gone: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), OPEN_WITHIN_MS);
    const settle = (isReady: boolean): void => {
      clearTimeout(timer);
      resolve(isReady);
    };
    output.once("data", () => settle(true));
    void gone.then(() => settle(false));
  });
}

/** The one child of a process, or null. */
export function onlyChildOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
    return /^\d+$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** Its own `/proc` lists exactly what is inside. */
function countInside(firstPid: number): number {
  try {
    const names = readdirSync(`/proc/${firstPid}/root/proc`);
    return Math.max(0, names.filter((name) => /^\d+$/.test(name)).length - 1);
  } catch {
    return 0;
  }
}

/** Ends a namespace whose keeper is gone. */
export async function endNamespace(init: ProcessIdentity, timeoutMs = 2_000): Promise<void> {
  if (!signalProcess(init, "SIGKILL")) return;
  const deadline = performance.now() + timeoutMs;
  while (livenessOf(init) === "alive" && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
