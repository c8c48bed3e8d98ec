/** The local runtime: one detached keeper per agent process, spoken to through files and a socket. */
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { mkdir, open, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { connectToKeeper } from "./connection.ts";
import { endTree } from "./end-tree.ts";
import { inspectFolder, readExit, readProcess, readStarted } from "./folder-state.ts";
import { livenessOf } from "./identity.ts";
import { claimStart } from "./keeper/files.ts";
import { FILES, KEEPER_PROTOCOL, WAIT_FOR_WORD } from "./keeper/protocol.ts";
import type { KeeperSpec } from "./keeper/protocol.ts";
import { defaultLimits } from "./runtime.ts";
import type { PreparedKeeper, Runtime, StartResult, StartSpec } from "./runtime.ts";
import { watchFolder } from "./watch-folder.ts";

export type ProcessRuntimeOptions = {
  /** The bundled keeper, `dist/keeper.js`. */
  keeperPath: string;
  nodePath?: string;
  /** How long a keeper may take until its agent has a pid (default 15 s: a machine under load). */
  startTimeoutMs?: number;
};

/** `<data>/s/<12 hex>.sock`: short, because a socket's path may have 107 bytes. */
export function socketPathFor(dataDir: string, runId: string, n: number): string {
  const name = createHash("sha256").update(`${runId}/${n}`).digest("hex").slice(0, 12);
  return path.join(dataDir, "s", `${name}.sock`);
}

export function processDirFor(dataDir: string, runId: string, n: number): string {
  return path.join(dataDir, "runs", runId, String(n));
}

export function createProcessRuntime(options: ProcessRuntimeOptions): Runtime {
  return {
    prepare: (dir) => prepareKeeper(dir, options),
    async start(spec, prepared) {
      return start(spec, prepared ?? (await prepareKeeper(spec.dir, options)), options);
    },
    connect: (record, fence) => connectToKeeper(record.socketPath, fence),
    inspect: inspectFolder,
    isAlive: livenessOf,
    async abandon(dir, fence) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      return claimStart(dir, { word: "abandoned", fence });
    },
    beat: touchBeat,
    waitForExit,
    endTree,
    stdoutPath: (dir) => path.join(dir, FILES.stdout),
    stderrPath: (dir) => path.join(dir, FILES.stderr),
  };
}

async function start(
  spec: StartSpec,
  keeper: PreparedKeeper,
  options: ProcessRuntimeOptions,
): Promise<StartResult> {
  const { dir, ...rest } = spec;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const keeperSpec: KeeperSpec = { protocol: KEEPER_PROTOCOL, ...defaultLimits, ...rest };
  await writeFile(path.join(dir, FILES.spec), JSON.stringify(keeperSpec), { mode: 0o600 });
  await touchBeat(dir);
  keeper.begin();
  return waitForAgent(dir, keeper, options.startTimeoutMs ?? 15_000);
}

async function waitForAgent(
  dir: string,
  keeper: PreparedKeeper,
  timeoutMs: number,
): Promise<StartResult> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let hasKeeperExited = false;
  const stopped = new AbortController();
  void keeper.exited.then(() => {
    hasKeeperExited = true;
    stopped.abort();
  });
  const found = await watchFolder(
    dir,
    async () => (await readProcess(dir)) ?? (await readExit(dir)),
    AbortSignal.any([deadline, stopped.signal]),
  );
  const record = found ?? (await readProcess(dir)) ?? (await readExit(dir));
  if (record && "agent" in record) return { ok: true, process: record };
  if (record) {
    return { ok: false, reason: "spawn_error", message: record.spawnError ?? "unknown error" };
  }
  return explainFailure(dir, hasKeeperExited, timeoutMs);
}

async function explainFailure(
  dir: string,
  hasKeeperExited: boolean,
  timeoutMs: number,
): Promise<StartResult> {
  const started = await readStarted(dir);
  if (started?.word === "abandoned" && hasKeeperExited) {
    return { ok: false, reason: "abandoned", message: "another worker owns this start" };
  }
  const log = await readFile(path.join(dir, FILES.keeperLog), "utf8").catch(() => "");
  const state = hasKeeperExited
    ? "keeper ended early"
    : `keeper gave no sign within ${timeoutMs} ms`;
  return { ok: false, reason: "keeper_failed", message: `${state}: ${log.trim().slice(-2_000)}` };
}

/** Boots a keeper that waits for its word; without one it leaves, having done nothing. */
async function prepareKeeper(
  dir: string,
  { keeperPath, nodePath = process.execPath }: ProcessRuntimeOptions,
): Promise<PreparedKeeper> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const log = await open(path.join(dir, FILES.keeperLog), "a", 0o600);
  try {
    const child = spawn(nodePath, [keeperPath, path.join(dir, FILES.spec), WAIT_FOR_WORD], {
      cwd: "/",
      detached: true,
      // Nothing of ours: neither NODE_OPTIONS nor a secret.
      env: {} as NodeJS.ProcessEnv,
      stdio: ["pipe", log.fd, log.fd],
    });
    child.unref();
    // A keeper that died takes no word; its exit tells the rest.
    child.stdin?.on("error", () => undefined);
    return {
      begin: () => void child.stdin?.end("\n"),
      letGo: () => void child.stdin?.end(),
      exited: new Promise((resolve) => {
        child.once("error", () => resolve());
        child.once("exit", () => resolve());
      }),
    };
  } finally {
    await log.close();
  }
}

async function touchBeat(dir: string): Promise<void> {
  const file = path.join(dir, FILES.beat);
  const now = new Date();
  try {
    await utimes(file, now, now);
  } catch {
    const handle = await open(file, "a", 0o600);
    await handle.close();
  }
}

async function waitForExit(dir: string, signal?: AbortSignal) {
  return watchFolder(
    dir,
    async () => {
      const exit = await readExit(dir);
      if (exit) return { exit };
      const { keeper } = await inspectFolder(dir);
      // Written between the two looks?
      return keeper === "gone" ? { exit: await readExit(dir) } : null;
    },
    signal,
  ).then((found) => found?.exit ?? null);
}
