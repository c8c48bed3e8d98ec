/**
 * The keeper: one small process per agent process, started detached in a session of its own, that
 * outlives the worker. It owns the agent's stdin, takes control lines over a unix socket, enforces
 * the limits, and writes down how it ended. It must never talk to the database, need a package, or
 * write `exit.json` while a process of the run is left.
 *
 * Usage: `node keeper.js [--contain]`, then `<folder>/spec.json` as all of stdin. It may boot before there
 * is a spec, and opens a namespace meanwhile; when stdin ends empty, nothing came of the start or the
 * worker died, and it leaves.
 */
import { appendFileSync, closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { identityOf } from "../identity.ts";
import { failpoint } from "../../lib/failpoint.ts";
import { userLine } from "../prompt-line.ts";
import { startAgent } from "./agent-process.ts";
import type { AgentExit } from "./agent-process.ts";
import { createClocks, TICK_MS } from "./clocks.ts";
import { actOn } from "./commands.ts";
import { startControlServer } from "./control-server.ts";
import { createEnding } from "./ending.ts";
import { claimStart, readSpec, removeIfThere } from "./files.ts";
import { openNamespace } from "./namespace.ts";
import type { Namespace } from "./namespace.ts";
import type { ControlAck, ControlLine, ExitRecord, KeeperSpec, ProcessRecord } from "./protocol.ts";
import { CONTAIN_FLAG, FILES, KEEPER_PROTOCOL } from "./protocol.ts";
import { sizeOfFile, writeUntilDone } from "./last-words.ts";
import { createRunTree } from "./run-tree.ts";
import type { RunTree } from "./run-tree.ts";

/** Every how many ticks the tree is looked at, to know daemons that hide later. */
const TREE_EVERY_TICKS = 4;

type Opening = ReturnType<typeof openNamespace> | null;

async function keep(specPath: string, opening: Opening): Promise<void> {
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
  const namespace = await namespaceFor(spec, opening);

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
  const agent = startAgent(spec, dir, namespace);
  if (agent.place === null) {
    namespace?.kill();
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
  for (const line of spec.prompt) agent.write(userLine(line.id, line.text));
  const place = await agent.place;
  const tree = createRunTree(runId, place, namespace);
  const ending = createEnding(spec, agent, place.agent, tree);
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
    agent: place.agent,
    containment: namespace === null ? "process_group" : "pid_namespace",
    namespaceInit: namespace?.init ?? null,
    socketPath: spec.socketPath,
    startedAt,
  };
  await writeUntilDone(file(FILES.process), record);
  // Now it is known by its record.
  namespace?.release();

  const ticking = startTicking(() => {
    const cause = clocks.check(performance.now(), server.hasWorker());
    if (cause === "spool_limit") ending.kill(cause);
    else if (cause === "result_idle") ending.endOrderly(cause);
    else if (cause !== null) ending.stop(cause);
    const { processLimit } = spec;
    if (processLimit === undefined || ending.isEnding()) return;
    if (tree.count(processLimit) > processLimit) ending.kill("process_limit");
  }, tree);

  const exit: AgentExit = await agent.exited;
  clearInterval(ticking);
  const exitedAt = new Date().toISOString();
  const leftovers = await tree.sweep();
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

/** What the spec asks for, on this machine as it is now; without it the run goes on without one. */
async function namespaceFor(spec: KeeperSpec, opening: Opening): Promise<Namespace | null> {
  if (spec.containment === "pid_namespace") return (opening ?? openNamespace()).ready();
  const unwanted = await opening?.ready();
  unwanted?.kill();
  return null;
}

function startTicking(check: () => void, tree: RunTree): NodeJS.Timeout {
  let ticks = 0;
  return setInterval(() => {
    ticks += 1;
    if (ticks % TREE_EVERY_TICKS === 0) tree.look();
    check();
  }, TICK_MS);
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
  const opening = process.argv.includes(CONTAIN_FLAG) ? openNamespace() : null;
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
  keep(specPath, opening).then(
    () => process.exit(0),
    (error: unknown) => {
      log(error);
      process.exit(1);
    },
  );
}

main();
