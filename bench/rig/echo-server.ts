import { fork } from "node:child_process";
import path from "node:path";
import { findProjectRoot } from "#server/lib/project-root.ts";
import type { Cleanup } from "./cleanup.ts";

/** Starts the reference server in a process of its own; resolves with its address and pid. */
export async function startEchoServer(cleanup: Cleanup): Promise<{ address: string; pid: number }> {
  const child = fork(path.join(findProjectRoot(), "bench/echo-server.ts"), [], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  cleanup.add(async () => {
    child.kill();
    await gone;
  });
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { port: number }));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the echo server left with code ${code}`)));
  });
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}
