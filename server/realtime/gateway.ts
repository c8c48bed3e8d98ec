/**
 * The Socket.IO gateway: who may watch what, and everything that is pushed. It only reads: Postgres is
 * the truth, hints (LISTEN, messages of workers) make the next look come sooner, and a poll once a
 * second finds what no hint told. It must never decide anything about a run or write a row.
 */
import type { IncomingMessage } from "node:http";
import type { Server } from "socket.io";
import type { Actor } from "#server/contracts/actor.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Logger } from "#server/lib/logger.ts";
import { describeError } from "#server/lib/result.ts";
import { readActivityKinds, readRevisions, readWatchedRuns } from "#server/queries/live.ts";
import type { ProjectRevisionRow } from "#server/queries/live.ts";
import { readRunEvents } from "#server/queries/run.ts";
import type { Database } from "#server/store/client.ts";
import { readFeedEvents } from "#server/store/sql/read-feed.ts";
import type { ReadDeltas } from "./board-feed.ts";
import { createEntityFeed } from "./entity-feed.ts";
import { createFeeds } from "./feeds.ts";
import { serveLive } from "./live-namespace.ts";
import { createMergedStates } from "./merged-states.ts";
import { createPresence } from "./presence.ts";
import { closeRevokedSockets } from "./revocation.ts";
import type { FindRevoked, FindRightsChanges } from "./revocation.ts";
import { createSignals } from "./signals.ts";
import { serveWorkers } from "./worker-namespace.ts";

const POLL_MS = 1_000;
const REVOCATION_MS = 2_000;

export type GatewaySettings = {
  /** For browsers and scripts: small messages in, credentials in the handshake's headers. */
  liveServer: Server;
  /** For workers, which bring whole events and their token in the first packet. */
  workerServer: Server;
  database: Database;
  readDeltas: ReadDeltas;
  /** The actor that the upgrade gate found for this connection. */
  actorOf(request: IncomingMessage): Actor | null;
  /** When its rights were about to be read. */
  judgedAt(request: IncomingMessage): Date | null;
  findWorkerToken(token: string, now: Date): Promise<string | null>;
  findRevoked: FindRevoked;
  findRightsChanges: FindRightsChanges;
  logger: Logger;
  clock: Clock;
};

export type Gateway = {
  /** A transaction took this revision. */
  onRevision(projectId: number, revision: number): void;
  /** The feed has got events. */
  onFeed(): void;
  /** Looks at everything once, e.g. when listening begins again. */
  lookNow(): void;
  close(): Promise<void>;
};

export function createGateway(settings: GatewaySettings): Gateway {
  const { database, logger, clock, findRevoked, findRightsChanges } = settings;
  const live = settings.liveServer.of("/live");
  const worker = settings.workerServer.of("/worker");
  const onError = (error: unknown) => logger.error({ error: describeError(error) }, "gateway");
  const signals = createSignals(live);
  const states = createMergedStates(live, onError);
  const feeds = createFeeds(live, {
    readEvents: (runId, after, limit) => readRunEvents(database, runId, after, limit),
    readDeltas: settings.readDeltas,
    onError,
  });
  const presence = createPresence(live);
  const entityFeed = createEntityFeed(
    (after, limit) => readFeedEvents(database.sql, after, limit),
    onError,
  );
  /** Revisions whose kinds of activity were looked at, by project. */
  const seen = new Map<number, { slug: string; revision: number }>();
  const looking = new Map<number, number>();
  /** The last state read of each watched run, so that only news are sent. */
  const polledStates = new Map<string, string>();
  let isPolling = false;

  const lookAtKinds = async (projectId: number, revision: number): Promise<void> => {
    const known = seen.get(projectId);
    if (!known || revision <= known.revision || live.sockets.size === 0) return;
    const busy = looking.has(projectId);
    looking.set(projectId, Math.max(looking.get(projectId) ?? 0, revision));
    if (busy) return;
    try {
      for (;;) {
        const upTo = looking.get(projectId) ?? 0;
        if (upTo <= known.revision) return;
        const kinds = await readActivityKinds(database, projectId, known.revision, upTo);
        known.revision = upTo;
        signals.activity({ id: projectId, slug: known.slug }, kinds);
      }
    } finally {
      looking.delete(projectId);
    }
  };

  const onRevision = (projectId: number, revision: number) => {
    feeds.board(projectId)?.advance(revision);
    lookAtKinds(projectId, revision).catch(onError);
  };

  const noteProject = (row: ProjectRevisionRow) => {
    if (!seen.has(row.id)) seen.set(row.id, { slug: row.slug, revision: row.revision });
    else onRevision(row.id, row.revision);
  };

  const poll = async (): Promise<void> => {
    if (isPolling || live.sockets.size === 0) return;
    isPolling = true;
    entityFeed.look();
    try {
      for (const row of await readRevisions(database)) noteProject(row);
      const ids = feeds.watchedRuns();
      const runs = ids.length === 0 ? [] : await readWatchedRuns(database, ids);
      for (const run of runs) {
        const feed = feeds.run(run.id);
        feed?.fillTo(run.lastSeq);
        if (run.end) feed?.finish(run.end);
        const text = JSON.stringify(run.state);
        const isNews = polledStates.get(run.id) !== text;
        polledStates.set(run.id, text);
        if (isNews && (workers.count() === 0 || run.end)) {
          states.send(feeds.stateRooms(run.id, run.projectId), "run:state", run.id, run.state);
        }
      }
      for (const id of polledStates.keys()) if (!ids.includes(id)) polledStates.delete(id);
    } finally {
      isPolling = false;
    }
  };

  serveLive(live, { ...settings, feeds, entityFeed, states, presence, onError });
  const workers = serveWorkers(worker, { ...settings, feeds, states, signals, onError });
  const pollTimer = setInterval(() => void poll().catch(onError), POLL_MS);
  const revocationTimer = setInterval(() => {
    closeRevokedSockets([live, worker], findRevoked, findRightsChanges, clock.now()).catch(onError);
  }, REVOCATION_MS);

  return {
    onRevision,
    onFeed: () => entityFeed.look(),
    lookNow: () => void poll().catch(onError),
    async close() {
      clearInterval(pollTimer);
      clearInterval(revocationTimer);
      signals.stop();
      presence.stop();
      await Promise.all([settings.liveServer.close(), settings.workerServer.close()]);
    },
  };
}
