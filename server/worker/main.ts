/**
 * The worker process: builds what the engine needs, starts it, and leaves in order. Ends no agent: on
 * the way out every run stays with its keeper and is taken over by the next worker.
 */
import path from "node:path";
import type { AgentCli } from "#server/contracts/project.ts";
import { probeContainment } from "../agent/containment.ts";
import { createProcessRuntime } from "../agent/process-runtime.ts";
import { EnvError, loadEnv } from "../env.ts";
import { sleep } from "../lib/abort.ts";
import { systemClock } from "../lib/clock.ts";
import { failpoint } from "../lib/failpoint.ts";
import { findProgram } from "../lib/find-program.ts";
import { newUuid } from "../lib/ids.ts";
import { leaveWithParent } from "../lib/leave-with-parent.ts";
import { createLogger } from "../lib/logger.ts";
import { programRoot } from "../lib/program-root.ts";
import { programVersion } from "../lib/program-version.ts";
import { describeError } from "../lib/result.ts";
import { createFeedStream } from "../lib/feed-stream/feed-stream.ts";
import { createPlaces } from "../lib/places/places.ts";
import { createRedis } from "../lib/redis.ts";
import { TMUX_MISSING } from "../lib/tmux-window.ts";
import { calmWasmTiering } from "../lib/wasm-tiering.ts";
import { createDatabase, setDatabase } from "../store/client.ts";
import { WORKER_CONNECTIONS } from "../tunables.ts";
import { defaultTunables, placeRules } from "./context.ts";
import type { WorkerContext } from "./context.ts";
import { startEngine } from "./engine.ts";
import { probeCli, storeProbe } from "./probe-cli.ts";
import { readInstallationId } from "./register.ts";
import { createTmuxWindows } from "./tmux-windows.ts";
import { openWebLink } from "./web-link.ts";

const PROBE_EVERY_MS = 30_000;
/** Below the limit after which the process ends as failed. */
const DRAIN_MS = 3_000;
/** The first look at the CLI, two processes, waits until the board has started beside us. */
const PROBE_AFTER_MS = 1_000;

calmWasmTiering();

const env = loadEnv();
const log = createLogger("worker", env.logLevel);
if (env.databaseUrl === null) {
  throw new Error("DATABASE_URL: expected the database's address, found nothing");
}
const { databaseUrl } = env;
// Read by queries that look at the disk the spools are on.
process.env["SIGNALBOX_DATA_DIR"] ??= env.dataDir;

const database = createDatabase(databaseUrl, {
  maxConnections: WORKER_CONNECTIONS,
  onConnectionLost: (error) =>
    log.warn({ reason: error.message }, "a database connection was lost"),
});
setDatabase(database);

const dist = path.join(programRoot(), "dist");
const claudeBin = (await findProgram(env.claudeBin, process.env["PATH"] ?? "")) ?? env.claudeBin;
const tmux = env.isTmuxOn ? await findProgram("tmux", process.env["PATH"] ?? "") : null;
if (env.isTmuxOn && tmux === null) throw new EnvError(TMUX_MISSING);
const link = openWebLink(env.dataDir, log.child({ part: "link" }));
let claude: AgentCli | null = null;
const redis =
  env.redisUrl === null
    ? null
    : createRedis(env.redisUrl, (error) =>
        log.debug({ reason: describeError(error) }, "no connection to Redis"),
      );
const shared = redis && { redis, installation: await readInstallationId(database) };

const containment = probeContainment(env.contain);
void containment.then((found) => log.info({ containment: found }, "how agents are held together"));

const context: WorkerContext = {
  workerId: newUuid(),
  database,
  runtime: createProcessRuntime({
    keeperPath: path.join(dist, "keeper.js"),
    hasSpareKeeper: true,
    containment,
    limits: env.agentLimits,
  }),
  programs: { claudeBin, demoBin: path.join(dist, "fake-claude.js") },
  sink: link.sink,
  clock: systemClock,
  log,
  dataDir: env.dataDir,
  apiUrl: link.apiUrl,
  env: process.env,
  agentEnv: env.agentEnv,
  allowScripts: env.allowScripts,
  places:
    shared && createPlaces({ ...shared, prefix: env.redisPrefix, ...placeRules(env.maxRuns) }),
  feedStream: shared && createFeedStream({ ...shared, stream: env.feedStream }),
  claude: () => claude,
  ...(tmux === null
    ? {}
    : {
        windows: createTmuxWindows({
          tmux,
          cliPath: path.join(dist, "cli.js"),
          dataDir: env.dataDir,
          env: process.env,
          log,
        }),
      }),
  tunables: { ...defaultTunables, heartbeatMs: (env.leaseSeconds * 1_000) / 3 },
};

// The operator's number of places; every admission counts under this row's lock (rule 9).
await database.prisma.slotPool.upsert({
  where: { id: 1 },
  create: { id: 1, capacity: env.maxRuns },
  update: { capacity: env.maxRuns },
});
const engine = await startEngine(context, { databaseUrl, version: programVersion() });
log.info({ worker: context.workerId }, "worker is up");

const leaving = new AbortController();
const probing = (async () => {
  await sleep(PROBE_AFTER_MS, leaving.signal);
  while (!leaving.signal.aborted) {
    try {
      claude = await probeCli(
        { program: env.claudeBin, env: process.env, agentEnv: env.agentEnv },
        systemClock.now(),
      );
      await storeProbe(database, context.workerId, claude);
    } catch (error) {
      log.warn({ reason: describeError(error) }, "the agent CLI could not be probed");
    }
    await sleep(PROBE_EVERY_MS, leaving.signal);
  }
})();

leaveWithParent(async (reason) => {
  failpoint("shutdown.begin");
  log.info(
    { reason, runs: engine.activeRuns().length },
    "worker leaves; agents go on with their keepers",
  );
  leaving.abort();
  // Whatever is under way may be cut: the next worker goes on from what is stored.
  await Promise.race([engine.stop(), sleep(DRAIN_MS)]);
  await link.close();
  await Promise.race([probing, sleep(500)]);
  redis?.disconnect();
  await Promise.race([database.close(), sleep(500)]);
});
