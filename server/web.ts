/**
 * The web process: people's pages, the REST API and the live gateway. It reads and writes the board,
 * and admits what people start; it never spawns an agent and never evaluates a trigger.
 */
import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { loadEnv } from "./env.ts";
import { findRevoked, findRightsChanges, findWorkerToken } from "./http/authenticate.ts";
import { closeHttpServer } from "./http/http-server.ts";
import { openWeb } from "./http/open-web.ts";
import { sleep } from "./lib/abort.ts";
import { writeFileAtomic } from "./lib/atomic-write.ts";
import { systemClock } from "./lib/clock.ts";
import { randomToken } from "./lib/ids.ts";
import { leaveWithParent } from "./lib/leave-with-parent.ts";
import { createLogger } from "./lib/logger.ts";
import { findProjectRoot } from "./lib/project-root.ts";
import { calmWasmTiering } from "./lib/wasm-tiering.ts";
import { readDeltas } from "./queries/deltas.ts";
import { createGateway } from "./realtime/gateway.ts";
import { listenForRevisions } from "./realtime/revision-listener.ts";
import {
  createSocketServer,
  MAX_LIVE_MESSAGE_BYTES,
  MAX_WORKER_MESSAGE_BYTES,
} from "./realtime/socket-server.ts";
import { createDatabase, setDatabase } from "./store/client.ts";
import type { Database } from "./store/client.ts";
import { WEB_CONNECTIONS } from "./tunables.ts";

/** How long the web process waits for the box to write the installation's row. */
const INSTALLATION_WITHIN_MS = 20_000;

// Before Next loads any route: both sides of the seal live in this process.
process.env["SIGNALBOX_SEAL_KEY"] = randomToken();

calmWasmTiering();

const isDev = process.argv.includes("--dev");
const env = loadEnv();
const logger = createLogger("web", env.logLevel);
const clock = systemClock;
if (!env.databaseUrl)
  throw new Error("DATABASE_URL: expected the database's address, found nothing");
const databaseUrl = env.databaseUrl;

const database = createDatabase(databaseUrl, {
  maxConnections: WEB_CONNECTIONS,
  onConnectionLost: (error) =>
    logger.warn({ reason: error.message }, "a database connection was lost"),
});
setDatabase(database);
const instanceId = await findInstanceId(database);

// Next hangs its own websocket listener on the server it is given: not on ours, whose gate decides.
const pages = next({
  dev: isDev,
  dir: findProjectRoot(),
  hostname: env.host,
  port: env.port,
  httpServer: createServer(),
});
await pages.prepare();
const handlePages = pages.getRequestHandler();
const upgradePages = pages.getUpgradeHandler();

const liveSockets = createSocketServer(MAX_LIVE_MESSAGE_BYTES);
const workerSockets = createSocketServer(MAX_WORKER_MESSAGE_BYTES);
const web = await openWeb({
  ...env,
  database,
  instanceId,
  next: (request, response) => handlePages(request, response),
  ...(isDev
    ? { upgradeNext: (request, socket, head) => void upgradePages(request, socket, head) }
    : {}),
  toLive: liveSockets.upgrade,
  toWorkers: workerSockets.upgrade,
  isDev,
  logger: logger.child({ part: "http" }),
  clock,
});
const gateway = createGateway({
  liveServer: liveSockets.io,
  workerServer: workerSockets.io,
  database,
  readDeltas: (projectId, after, limit) => readDeltas(database, projectId, after, limit),
  actorOf: (request) => web.gate.actorOf(request),
  judgedAt: (request) => web.gate.judgedAt(request),
  findWorkerToken: (token, now) => findWorkerToken(database, token, now),
  findRevoked: (ids, now) => findRevoked(database, ids, now),
  findRightsChanges: (ids) => findRightsChanges(database, ids),
  logger: logger.child({ part: "live" }),
  clock,
});

const leaving = new AbortController();
const listening = listenForRevisions(
  databaseUrl,
  {
    onRevision: (project, revision) => gateway.onRevision(project, revision),
    onFeed: () => gateway.onFeed(),
    onListening: () => gateway.lookNow(),
  },
  logger,
  leaving.signal,
);
await writeFileAtomic(
  path.join(env.dataDir, "web.json"),
  `${JSON.stringify({ port: web.port, pid: process.pid })}\n`,
  { mode: 0o600 },
);
logger.info({ host: env.host, port: web.port }, "web listens");

leaveWithParent(async (reason) => {
  logger.info({ reason }, "web leaves");
  leaving.abort();
  await gateway.close();
  await closeHttpServer(web.server);
  await Promise.race([pages.close(), sleep(500)]);
  await listening;
  await database.close();
});

async function findInstanceId(from: Database): Promise<string> {
  const deadlineMs = clock.monotonicMs() + INSTALLATION_WITHIN_MS;
  for (;;) {
    const row = await from.prisma.installation
      .findUnique({ where: { id: 1 } })
      .catch((error: unknown) => {
        if (clock.monotonicMs() >= deadlineMs) throw error;
        return null;
      });
    if (row) return row.instanceId;
    if (clock.monotonicMs() >= deadlineMs) {
      throw new Error("the database holds no installation; start Signalbox with `npm start` once");
    }
    await sleep(200);
  }
}
