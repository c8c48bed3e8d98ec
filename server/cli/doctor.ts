import { execa } from "execa";
import { access, constants } from "node:fs/promises";
import { probeContainment } from "../agent/containment.ts";
import type { Env } from "../env.ts";
import { closePings, pingRedis } from "../lib/redis-ping.ts";
import type { CommandContext } from "./context.ts";
import { findRunningBox } from "./running-box.ts";

type Check = { name: string; isFine: boolean; found: string };

/** Looks at what the board needs; exit code 1 when something is missing that stops it. */
export async function doctor({ isJson, readEnv }: CommandContext): Promise<number> {
  const env = readEnv();
  const looked = await Promise.all([
    checkDataFolder(env),
    checkProgram("git", ["git", "--version"]),
    checkProgram("agent CLI", [env.claudeBin, "--version"]),
    checkContainment(env),
    checkBox(env),
    ...(env.redisUrl === null ? [] : [checkRedis(env.redisUrl, env.redisPrefix)]),
    ...(env.isTmuxOn ? [checkProgram("tmux", ["tmux", "-V"])] : []),
  ]);
  const checks = [checkPlatform(), ...looked];
  if (isJson) process.stdout.write(`${JSON.stringify(checks)}\n`);
  else {
    for (const { name, isFine, found } of checks) {
      process.stdout.write(`${isFine ? "ok     " : "missing"}  ${name.padEnd(14)}${found}\n`);
    }
  }
  return checks.every((check) => check.isFine) ? 0 : 1;
}

function checkPlatform(): Check {
  const found = `${process.platform} ${process.arch}, Node.js ${process.versions.node}`;
  return { name: "platform", isFine: ["linux", "darwin"].includes(process.platform), found };
}

async function checkDataFolder(env: Env): Promise<Check> {
  const found = await access(env.dataDir, constants.R_OK | constants.W_OK).then(
    () => env.dataDir,
    (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? `${env.dataDir} (made at the first start)` : null,
  );
  const name = "data folder";
  return { name, isFine: found !== null, found: found ?? `${env.dataDir} is not writable` };
}

async function checkProgram(name: string, [command = "", ...args]: string[]): Promise<Check> {
  const result = await execa(command, args, { reject: false, timeout: 10_000, stdin: "ignore" });
  const isFine = result.exitCode === 0;
  const version = result.stdout.split("\n")[0] ?? "";
  return { name, isFine, found: isFine ? version : `"${command}" does not run` };
}

const REDIS_FOUND = {
  ok: "answers",
  off: "not set up",
  away: "REDIS_URL does not answer: no agent starts",
  refuses: "takes no writes (full, read-only or wrong password): no agent starts",
};

/** The address is not shown: it may hold a password. */
async function checkRedis(url: string, prefix: string): Promise<Check> {
  const state = await pingRedis(url, prefix);
  closePings();
  return { name: "Redis", isFine: state === "ok", found: REDIS_FOUND[state] };
}

/** Both ways work; with a namespace the kernel ends all that an agent started. */
async function checkContainment(env: Env): Promise<Check> {
  const containment = await probeContainment(env.contain);
  const why = env.contain === "off" ? " (SIGNALBOX_CONTAIN=off)" : "";
  const found =
    containment === "pid_namespace"
      ? "agents run in a pid namespace"
      : `agents run in a process group${why}`;
  return { name: "containment", isFine: true, found };
}

async function checkBox(env: Env): Promise<Check> {
  const box = await findRunningBox(env);
  const found = box ? `running at ${box.address ?? "an unknown address"}` : "not running";
  return { name: "board", isFine: true, found };
}
