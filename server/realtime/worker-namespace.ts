/** `/worker`: copies of stored rows and hints from workers. Losing any of them loses nothing. */
import type { Namespace, Socket } from "socket.io";
import { z } from "zod";
import { workerClientEvents } from "#server/contracts/live.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Logger } from "#server/lib/logger.ts";
import { findProject } from "#server/queries/find-project.ts";
import type { Database } from "#server/store/client.ts";
import type { Feeds } from "./feeds.ts";
import type { MergedStates } from "./merged-states.ts";
import type { SocketCredential } from "./revocation.ts";
import type { ProjectRef } from "./rooms.ts";
import type { Signals } from "./signals.ts";

type WorkerSettings = {
  database: Database;
  findWorkerToken(token: string, now: Date): Promise<string | null>;
  logger: Logger;
  clock: Clock;
  feeds: Feeds;
  states: MergedStates;
  signals: Signals;
  onError: (error: unknown) => void;
};

export type Workers = { count(): number };

const handshakeSchema = z.looseObject({ token: z.string().min(1).max(512) });

type WorkerEvent = keyof typeof workerClientEvents;
type Message<E extends WorkerEvent> = z.infer<(typeof workerClientEvents)[E]>;
type Handlers = { [E in WorkerEvent]: (message: Message<E>) => void | Promise<void> };

export function serveWorkers(namespace: Namespace, settings: WorkerSettings): Workers {
  const { logger, clock, onError } = settings;
  const projects = new Map<string, ProjectRef>();

  namespace.use((socket, next) => {
    const auth = handshakeSchema.safeParse(socket.handshake.auth);
    const found = auth.success
      ? settings.findWorkerToken(auth.data.token, clock.now())
      : Promise.resolve(null);
    found
      .then((tokenId) => {
        if (tokenId === null) return next(new Error("worker token refused"));
        (socket.data as SocketCredential).credentialId = tokenId;
        next();
      })
      .catch((error: unknown) => {
        onError(error);
        next(new Error("the connection failed"));
      });
  });

  const handlers = describeHandlers(settings, async (slug) => {
    const known = projects.get(slug);
    if (known) return known;
    const { id } = await findProject(settings.database, slug);
    projects.set(slug, { id, slug });
    return { id, slug };
  });

  namespace.on("connection", (socket) => {
    logger.info("a worker is connected");
    settings.signals.fleet();
    serveWorker(socket, handlers, onError);
    socket.on("disconnect", () => {
      logger.warn("a worker is gone; runs are served from the database meanwhile");
      settings.signals.fleet();
    });
  });
  return { count: () => namespace.sockets.size };
}

function describeHandlers(
  settings: WorkerSettings,
  findRef: (slug: string) => Promise<ProjectRef>,
): Handlers {
  const { feeds, states, signals } = settings;
  return {
    events({ run, first, events }) {
      const feed = feeds.run(run);
      const isContiguous = events.every((event, index) => event.seq === first + index);
      if (isContiguous) feed?.offer(first, events);
      else feed?.fillTo(Math.max(...events.map((event) => event.seq)));
    },
    partial: (message) =>
      states.send(feeds.stateRooms(message.run, null), "run:partial", message.run, message),
    async state(message) {
      const project = await findRef(message.project);
      states.send(feeds.stateRooms(message.run, project.id), "run:state", message.run, message);
      signals.budget(project);
    },
    end: (message) => feeds.run(message.run)?.finish(message),
    async why(message) {
      signals.why(await findRef(message.project), message.tickets);
    },
    heartbeat: () => undefined,
  };
}

function serveWorker(socket: Socket, handlers: Handlers, onError: (error: unknown) => void): void {
  socket.use((packet: unknown[]) => {
    const [event, payload] = packet;
    const last = packet.at(-1);
    const acknowledge = typeof last === "function" ? (last as (answer: unknown) => void) : null;
    handle(handlers, event, payload)
      .then((error) => acknowledge?.(error === null ? {} : { error, code: "INVALID" }))
      .catch(onError);
  });
}

async function handle(
  handlers: Handlers,
  event: unknown,
  payload: unknown,
): Promise<string | null> {
  if (typeof event !== "string" || !Object.hasOwn(workerClientEvents, event))
    return "unknown event";
  const name = event as WorkerEvent;
  const message = workerClientEvents[name].safeParse(payload);
  if (!message.success) return z.prettifyError(message.error);
  const handler = handlers[name] as (message: unknown) => void | Promise<void>;
  await handler(message.data);
  return null;
}
