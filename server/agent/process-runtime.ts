/** The local runtime: one detached keeper per agent process, spoken to through files and a socket. */
import { createHash } from "node:crypto";
import { mkdir, open, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { sleep } from "../lib/abort.ts";
import { failpoint } from "../lib/failpoint.ts";
import { createKeeperSupply } from "./boot-keeper.ts";
import type { KeeperProgram } from "./boot-keeper.ts";
import { connectToKeeper } from "./connection.ts";
import { endTree } from "./end-tree.ts";
import { inspectFolder, readExit, readProcess, readStarted } from "./folder-state.ts";
import { livenessOf, signalProcess } from "./identity.ts";
import { claimStart } from "./keeper/files.ts";
import { FILES, KEEPER_PROTOCOL } from "./keeper/protocol.ts";
import type { Containment, KeeperSpec } from "./keeper/protocol.ts";
import { defaultLimits } from "./runtime.ts";
import type { Limits, PreparedKeeper, Runtime, StartResult, StartSpec } from "./runtime.ts";
import { watchFolder } from "./watch-folder.ts";

const GONE_POLL_MS = 10;

export type ProcessRuntimeOptions = Omit<KeeperProgram, "isContained"> & {
  /** What the machine allows (`probeContainment`); default `process_group`. */
  containment?: Promise<Containment>;
  /** Of every start that does not say otherwise. */
  limits?: Partial<Limits>;
  /** How long a keeper may take until its agent has a pid (default 15 s: a machine under load). */
  startTimeoutMs?: number;
  /** One idle keeper is always there, so that no start waits for a boot (default: none). */
  hasSpareKeeper?: boolean;
};

/** `<data>/s/<12 hex>.sock`: short, because a socket's path may have 107 bytes. */
export function socketPathFor(dataDir: string, runId: string, n: number): string {
  const name = createHash("sha256").update(`${runId}/${n}`).digest("hex").slice(0, 12);
  return path.join(dataDir, "s", `${name}.sock`);
}

export function processDirFor(dataDir: string, runId: string, n: number): string {
  return path.join(dataDir, "runs", runId, String(n));
}

/** Where what is too large for an event of a run lies, of all its processes. */
export function runFilesDir(dataDir: string, runId: string): string {
  return path.join(dataDir, "runs", runId, "files");
}

export function createProcessRuntime(options: ProcessRuntimeOptions): Runtime {
  let containment: Containment | null = options.containment ? null : "process_group";
  const supply = createKeeperSupply({
    ...options,
    isContained: () => containment === "pid_namespace",
  });
  const refill = (): void => {
    if (options.hasSpareKeeper && containment !== null) supply.refill();
  };
  const contained = (options.containment ?? Promise.resolve("process_group" as const)).then(
    (known) => {
      containment = known;
      refill();
      return known;
    },
  );
  refill();
  return {
    prepare: supply.take,
    // The next spare one boots when this start no longer needs the machine.
    async start(spec, prepared, giveUp) {
      const keeper = prepared ?? supply.take();
      const whole = { ...options.limits, ...spec, containment: await contained };
      const timeoutMs = options.startTimeoutMs ?? 15_000;
      return start(whole, keeper, timeoutMs, giveUp).finally(refill);
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
  timeoutMs: number,
  giveUp?: AbortSignal,
): Promise<StartResult> {
  const { dir, ...rest } = spec;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const keeperSpec: KeeperSpec = { protocol: KEEPER_PROTOCOL, ...defaultLimits, ...rest };
  const specPath = path.join(dir, FILES.spec);
  await writeFile(specPath, JSON.stringify(keeperSpec), { mode: 0o600 });
  await touchBeat(dir);
  failpoint("spawn.beforeBegin");
  keeper.begin(specPath);
  failpoint("spawn.afterBegin");
  const result = await waitForAgent(dir, keeper, timeoutMs, giveUp);
  // The start is given up for good: nothing may come of it later (rule 7).
  if (!result.ok && result.reason === "keeper_failed") await endStart(spec, keeper);
  return result;
}

async function waitForAgent(
  dir: string,
  keeper: PreparedKeeper,
  timeoutMs: number,
  giveUp?: AbortSignal,
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
    AbortSignal.any([deadline, stopped.signal, ...(giveUp ? [giveUp] : [])]),
  );
  const record = found ?? (await readProcess(dir)) ?? (await readExit(dir));
  if (record && "agent" in record) return { ok: true, process: record };
  if (record) {
    return { ok: false, reason: "spawn_error", message: record.spawnError ?? "unknown error" };
  }
  return explainFailure(dir, hasKeeperExited, timeoutMs);
}

/** A keeper that claims the start from now on finds it taken; one that had claimed it is ended. */
async function endStart({ runId, fence, dir }: StartSpec, keeper: PreparedKeeper): Promise<void> {
  if (claimStart(dir, { word: "abandoned", fence })) return;
  const started = await readStarted(dir);
  // Another worker's keeper may have been quicker: that start is not given up.
  if (started?.word !== "keeper" || started.keeper.pid !== keeper.pid) return;
  signalProcess(started.keeper, "SIGKILL");
  while (livenessOf(started.keeper) === "alive") await sleep(GONE_POLL_MS);
  const { agent = null, namespaceInit = null } = (await readProcess(dir)) ?? {};
  // What it may have started meanwhile is found by the run's marker.
  while (!(await endTree({ runId, agent, namespaceInit })).clean);
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
      // Whoever waits for a keeper of another host has waited for its orphan limit before.
      if (keeper === "alive") return null;
      // Written between the two looks?
      return { exit: await readExit(dir) };
    },
    signal,
  ).then((found) => found?.exit ?? null);
}
