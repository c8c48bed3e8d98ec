/** The web process without Next: front door, websockets and gateway on a random port, for tests. */
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { findRevoked, findRightsChanges, findWorkerToken } from "../http/authenticate.ts";
import type { Next } from "../http/front-handler.ts";
import { closeHttpServer } from "../http/http-server.ts";
import { openWeb } from "../http/open-web.ts";
import type { UpgradeGate } from "../http/upgrade-gate.ts";
import { systemClock } from "../lib/clock.ts";
import { newUuid, randomToken, sha256Hex } from "../lib/ids.ts";
import { createLogger } from "../lib/logger.ts";
import { readDeltas } from "../queries/deltas.ts";
import { createGateway } from "../realtime/gateway.ts";
import { listenForRevisions } from "../realtime/revision-listener.ts";
import {
  createSocketServer,
  MAX_LIVE_MESSAGE_BYTES,
  MAX_WORKER_MESSAGE_BYTES,
} from "../realtime/socket-server.ts";
import type { Database } from "../store/client.ts";

export type TestGateway = {
  port: number;
  cookieName: string;
  /** A client of `/live`; options say what it brings. */
  connect(headers: Record<string, string>, namespace?: string, auth?: object): Socket;
  close(): Promise<void>;
};

const instanceId = "0f5c2a4e-0000-4000-8000-000000000000";

export async function openTestGateway(
  database: Database,
  databaseUrl: string,
  options: { next?: Next; isListening?: boolean } = {},
): Promise<TestGateway> {
  process.env["SIGNALBOX_SEAL_KEY"] ??= randomToken();
  const logger = createLogger("web", "silent");
  await database.prisma.installation.upsert({
    where: { id: 1 },
    create: { instanceId },
    update: {},
  });
  const live = createSocketServer(MAX_LIVE_MESSAGE_BYTES);
  const workers = createSocketServer(MAX_WORKER_MESSAGE_BYTES);
  const gate: { current: UpgradeGate | null } = { current: null };
  const gateway = createGateway({
    liveServer: live.io,
    workerServer: workers.io,
    database,
    readDeltas: (projectId, after, limit) => readDeltas(database, projectId, after, limit),
    actorOf: (request) => gate.current?.actorOf(request) ?? null,
    judgedAt: (request) => gate.current?.judgedAt(request) ?? null,
    findWorkerToken: (token, now) => findWorkerToken(database, token, now),
    findRevoked: (ids, now) => findRevoked(database, ids, now),
    findRightsChanges: (ids) => findRightsChanges(database, ids),
    logger,
    clock: systemClock,
  });
  const web = await openWeb({
    database,
    instanceId,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    publicUrl: null,
    next: options.next ?? ((_request, response) => void response.end("ok")),
    toLive: live.upgrade,
    toWorkers: workers.upgrade,
    logger,
    clock: systemClock,
  });
  gate.current = web.gate;
  const leaving = new AbortController();
  const listening =
    options.isListening === false
      ? Promise.resolve()
      : listenForRevisions(
          databaseUrl,
          { onRevision: gateway.onRevision, onFeed: gateway.onFeed, onListening: gateway.lookNow },
          logger,
          leaving.signal,
        );
  const clients: Socket[] = [];
  return {
    port: web.port,
    cookieName: "signalbox_0f5c2a4e",
    connect(headers, namespace = "/live", auth = {}) {
      const client = io(`http://127.0.0.1:${web.port}${namespace}`, {
        transports: ["websocket"],
        extraHeaders: headers,
        auth,
        reconnection: false,
        forceNew: true,
      });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.disconnect();
      leaving.abort();
      await gateway.close();
      await closeHttpServer(web.server);
      await listening;
    },
  };
}

/** A token row of the given kind; returns the token. */
export async function createToken(
  database: Database,
  kind: "owner" | "personal" | "worker" | "login_link",
  options: { userId?: number; expiresAt?: Date } = {},
): Promise<string> {
  const token = randomToken();
  await database.prisma.apiToken.create({
    data: {
      id: newUuid(),
      kind,
      userId: options.userId ?? null,
      tokenHash: sha256Hex(token),
      expiresAt: options.expiresAt ?? null,
    },
  });
  return token;
}
