import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Cleanup } from "./cleanup.ts";

/**
 * Tells the process to stop when this one is killed: a box goes on by itself, as it does for people
 * who close their terminal. A shell waits at a pipe that only this process holds open.
 */
export function stopWhenKilled(pid: number, cleanup: Cleanup): void {
  const guard = spawn("/bin/sh", ["-c", 'read -r word || kill -TERM "$1"', "sh", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.stdin?.on("error", () => undefined);
  cleanup.add(async () => {
    const gone = once(guard, "exit");
    guard.stdin?.end("done\n");
    await gone;
  });
}
