/**
 * The keeper: one small process per agent process, started detached in a session of its own, that
 * outlives the worker. It owns the agent's stdin, takes control lines over a unix socket, enforces
 * the limits, and writes down how it ended. It must never talk to the database, need a package, or
 * write `exit.json` while a process of the run is left.
 *
 * Usage: `node keeper.js`, then `<folder>/spec.json` as all of stdin. It may boot before there is a
 * spec; when stdin ends empty, nothing came of the start or the worker died, and it leaves.
 */
import { appendFileSync, closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { identityOf } from "../identity.ts";
import { recordDescendants, sweepRun } from "../process-tree.ts";
import { failpoint } from "../../lib/failpoint.ts";
import { userLine } from "../prompt-line.ts";
import { startAgent } from "./agent-process.ts";
import type { AgentExit } from "./agent-process.ts";
import { createClocks, TICK_MS } from "./clocks.ts";
import { actOn } from "./commands.ts";
import { startControlServer } from "./control-server.ts";
import { createEnding } from "./ending.ts";
import { claimStart, readSpec, removeIfThere } from "./files.ts";
import type { ControlAck, ControlLine, ExitRecord, ProcessRecord } from "./protocol.ts";
import { FILES, KEEPER_PROTOCOL } from "./protocol.ts";
import { sizeOfFile, writeUntilDone } from "./last-words.ts";

/** Every how many ticks the tree is looked at, to know daemons that hide later. */
const TREE_EVERY_TICKS = 4;

async function keep(specPath: string): Promise<void> {
  const dir = path.dirname(path.resolve(specPath));
  const file = (name: string): string => path.join(dir, name);
  const spec = readSpec(specPath);
  if (spec.protocol !== KEEPER_PROTOCOL) {
    throw new Error(`protocol: expected ${KEEPER_PROTOCOL}, found ${spec.protocol}`);
  }
  const keeper = identityOf(process.pid);
  const { runId, n, fence } = spec;
  if (!claimStart(dir, { word: "keeper", runId, n, fence, keeper })) return;
  failpoint("keeper.afterStarted");
  removeIfThere(specPath);

  const startedMs = performance.now();
  const startedAt = new Date().toISOString();
  const exitRecord = (
    rest: Pick<ExitRecord, "code" | "signal" | "endedBy" | "forcedBy" | "leftovers" | "spawnError">,
    exitedAt: string,
  ): ExitRecord => ({
    protocol: KEEPER_PROTOCOL,
    runId,
    n,
    ...rest,
    startedAt,
    exitedAt,
    endedAt: new Date().toISOString(),
    durationMs: Math.round(performance.now() - startedMs),
    stdoutBytes: sizeOfFile(file(FILES.stdout)),
  });

  // Listening comes first: what can fail must fail while there is no agent yet.
  let act: (line: ControlLine) => Omit<ControlAck, "id"> = () => ({
    status: "error",
    reason: "starting",
  });
  const server = await startControlServer({
    socketPath: spec.socketPath,
    logPath: file(FILES.control),
    fence,
    act: (line) => act(line),
  });
  const agent = startAgent(spec, dir);
  if (agent.pid === undefined) {
    const nothing = { code: null, signal: null, forcedBy: null, leftovers: 0 };
    const spawnError = await agent.spawnError;
    const record = exitRecord(
      { ...nothing, endedBy: "spawn_error", spawnError },
      new Date().toISOString(),
    );
    await writeUntilDone(file(FILES.exit), record);
    server.close();
    return;
  }
  failpoint("keeper.afterSpawn");
  const identity = identityOf(agent.pid);
  for (const line of spec.prompt) agent.write(userLine(line.id, line.text));

  const seen = new Map<number, number>();
  const target = { runId, agent: identity, seen };
  const ending = createEnding(spec, agent, identity, target);
  const clocks = createClocks(
    spec,
    { stdout: file(FILES.stdout), stderr: file(FILES.stderr), beat: file(FILES.beat) },
    startedMs,
  );
  act = (line) => actOn(line, { agent, ending, clocks });
  process.on("SIGTERM", () => ending.stop("signal"));
  const record: ProcessRecord = {
    protocol: KEEPER_PROTOCOL,
    runId,
    n,
    fence,
    keeper,
    agent: identity,
    socketPath: spec.socketPath,
    startedAt,
  };
  await writeUntilDone(file(FILES.process), record);

  const ticking = startTicking(
    () => {
      const cause = clocks.check(performance.now(), server.hasWorker());
      if (cause === "spool_limit") ending.kill(cause);
      else if (cause === "result_idle") ending.endOrderly(cause);
      else if (cause !== null) ending.stop(cause);
    },
    agent.pid,
    seen,
  );

  const exit: AgentExit = await agent.exited;
  clearInterval(ticking);
  const exitedAt = new Date().toISOString();
  const leftovers = await sweepUntilClean(target);
  failpoint("keeper.beforeExit");
  await writeUntilDone(
    file(FILES.exit),
    exitRecord(
      {
        ...exit,
        endedBy: ending.endedBy(),
        forcedBy: ending.forcedBy(),
        leftovers,
        spawnError: null,
      },
      exitedAt,
    ),
  );
  server.close();
}

function startTicking(
  check: () => void,
  agentPid: number,
  seen: Map<number, number>,
): NodeJS.Timeout {
  let ticks = 0;
  return setInterval(() => {
    ticks += 1;
    if (ticks % TREE_EVERY_TICKS === 0) recordDescendants(agentPid, seen);
    check();
  }, TICK_MS);
}

/** As long as it takes: an unclean run must not look ended. */
async function sweepUntilClean(target: Parameters<typeof sweepRun>[0]): Promise<number> {
  let leftovers = 0;
  for (;;) {
    const { clean, killed } = await sweepRun(target);
    leftovers = Math.max(leftovers, killed);
    if (clean) return leftovers;
  }
}

/** Blocks until the worker names the spec; "" when it closed the pipe without a word, or died. */
function readSpecPath(): string {
  return readFileSync(0, "utf8");
}

/** What Node itself has to say, such as why it aborts, goes to the log from here on. */
function moveOutputTo(logPath: string): void {
  // The lowest number that is free is the one just closed.
  for (const fd of [1, 2]) {
    closeSync(fd);
    openSync(logPath, "a", 0o600);
  }
}

function main(): void {
  // A terminal that closes, or Ctrl-C in it, is no reason to end an agent.
  process.on("SIGHUP", () => undefined);
  process.on("SIGINT", () => undefined);
  const specPath = readSpecPath();
  // Nothing was claimed yet, so leaving changes nothing.
  if (specPath === "") process.exit(0);
  const logPath = path.join(path.dirname(specPath), FILES.keeperLog);
  moveOutputTo(logPath);
  const log = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      appendFileSync(logPath, `${text}\n`);
    } catch {
      // Nowhere left to say it.
    }
  };
  // Going on is better than dying: a dead keeper loses the run.
  process.on("uncaughtException", log);
  process.on("unhandledRejection", log);
  keep(specPath).then(
    () => process.exit(0),
    (error: unknown) => {
      log(error);
      process.exit(1);
    },
  );
}

main();
