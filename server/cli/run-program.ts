import { spawn } from "node:child_process";
import path from "node:path";
import { findProjectRoot } from "../lib/project-root.ts";

/** Runs one of our programs in this terminal and resolves with its exit code. */
export function runProgram(
  name: "main" | "web" | "worker" | "fake-claude",
  args: string[],
): Promise<number> {
  const file = path.join(findProjectRoot(), "dist", `${name}.js`);
  const child = spawn(process.execPath, [file, ...args], { stdio: "inherit" });
  // Ctrl+C reaches the program through the terminal; we stay until it has left.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === null ? 0 : 1)));
  });
}
