/** Runs a program of a rule to its end: argv only, its own process group, bounded time and output. */
import { spawn } from "node:child_process";

/** So much of what it said last is kept. */
export const MAX_OUTPUT_BYTES = 64 * 1024;

export interface Program {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type ProgramEnd =
  | { kind: "ended"; exitCode: number | null; exitSignal: string | null; output: string }
  | { kind: "timed_out" | "aborted"; output: string }
  /** It could not be started: no such program, no such folder, not allowed. */
  | { kind: "not_started"; code: string; message: string };

/**
 * Rejects only when argv or environment cannot be passed on (NUL in a text). Nothing of it outlives the answer: when it ends, is late or is called off, its whole
 * process group is killed (a child that made a group of its own leaves it, as everywhere).
 */
export function runProgram(program: Program): Promise<ProgramEnd> {
  const { command, args, cwd, env, timeoutMs, signal } = program;
  return new Promise((resolve) => {
    const output = createTail(MAX_OUTPUT_BYTES);
    const child = spawn(command, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      detached: true,
      shell: false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let cutShort: "timed_out" | "aborted" | null = null;
    const cut = (why: "timed_out" | "aborted") => () => {
      cutShort ??= why;
      killGroup(child.pid);
    };
    const onAbort = cut("aborted");
    const timer = setTimeout(cut("timed_out"), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    const finish = (end: ProgramEnd): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      resolve(end);
    };
    child.stdout.on("data", output.add);
    child.stderr.on("data", output.add);
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) {
        finish({ kind: "not_started", code: error.code ?? "", message: error.message });
      }
    });
    // Children that hold the pipes open must not hold the answer: the group goes with its leader.
    child.once("exit", () => killGroup(child.pid));
    child.once("close", (exitCode, exitSignal) => {
      if (child.pid === undefined) return;
      const text = output.text();
      finish(
        cutShort === null
          ? { kind: "ended", exitCode, exitSignal, output: text }
          : { kind: cutShort, output: text },
      );
    });
    if (signal?.aborted) onAbort();
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // ESRCH: nobody is left. EPERM: only zombies are, on some systems.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Keeps the last `maxBytes` of what is added, with a note of how much is missing before it. */
function createTail(maxBytes: number): { add(part: Buffer): void; text(): string } {
  let parts: Buffer[] = [];
  let kept = 0;
  let total = 0;
  return {
    add(part) {
      parts.push(part);
      kept += part.length;
      total += part.length;
      if (kept > 2 * maxBytes) {
        parts = [Buffer.concat(parts).subarray(-maxBytes)];
        kept = maxBytes;
      }
    },
    text() {
      const last = Buffer.concat(parts).subarray(-maxBytes).toString("utf8");
      return total > maxBytes ? `[${total - maxBytes} bytes left out]\n${last}` : last;
    },
  };
}
