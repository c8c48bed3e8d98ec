/** Tool calls that really happen: files in the working folder, commands in sessions of their own. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export type ToolOutcome = { text: string; isError: boolean };
type Input = Record<string, unknown>;

const running = new Set<ChildProcess>();

/** As the CLI does on SIGTERM and interrupt: the running commands go, with their group. */
export function killRunningCommands(): void {
  for (const child of running) {
    if (child.pid === undefined) continue;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Ended in the same moment.
    }
  }
}

export async function runTool(tool: string, input: Input, cwd: string): Promise<ToolOutcome> {
  try {
    switch (tool) {
      case "Bash":
        return await runBash(String(input["command"]), cwd);
      case "Write":
        return write(path.resolve(cwd, String(input["file_path"])), String(input["content"]));
      case "Edit":
        return edit(input, cwd);
      case "Read":
        return {
          text: readFileSync(path.resolve(cwd, String(input["file_path"])), "utf8"),
          isError: false,
        };
      case "Glob":
        return { text: readdirSync(cwd).join("\n"), isError: false };
      case "TodoWrite":
        return { text: "Todos have been modified successfully.", isError: false };
      default:
        return { text: `No such tool available: ${tool}`, isError: true };
    }
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isError: true };
  }
}

/** `setsid`, as the real CLI runs Bash: a signal to the agent's group does not reach it. */
function runBash(command: string, cwd: string): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    const child = spawn("/bin/bash", ["-c", command], {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let output = "";
    const collect = (chunk: Buffer): void => {
      if (output.length < 30_000) output += chunk.toString("utf8");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => resolve({ text: error.message, isError: true }));
    child.on("exit", (code, signal) => {
      running.delete(child);
      // A background child may hold the pipes open: wait for what is there, not for their end.
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        const text = output.slice(0, 30_000).trimEnd();
        if (code === 0) resolve({ text, isError: false });
        else resolve({ text: `Exit code ${code ?? signal}\n${text}`, isError: true });
      }, 20);
    });
  });
}

function write(file: string, content: string): ToolOutcome {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return { text: `File created successfully at: ${file}`, isError: false };
}

function edit(input: Input, cwd: string): ToolOutcome {
  const file = path.resolve(cwd, String(input["file_path"]));
  const text = readFileSync(file, "utf8");
  const old = String(input["old_string"]);
  if (!text.includes(old)) return { text: "String to replace not found in file.", isError: true };
  writeFileSync(
    file,
    text.replace(old, () => String(input["new_string"])),
  );
  return { text: `The file ${file} has been updated.`, isError: false };
}
