/** `/live`: browsers and scripts. Every event is checked; what is not in the list is refused. */
import type { Namespace, Socket } from "socket.io";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Actor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import {
  boardJoinSchema,
  boardLeaveSchema,
  feedJoinSchema,
  feedLeaveSchema,
  presenceLeaveSchema,
  presenceSetSchema,
  runJoinSchema,
  runLeaveSchema,
} from "#server/contracts/live.ts";
import type { Clock } from "#server/lib/clock.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readWatchedRuns } from "#server/queries/live.ts";
import { mayReadProject } from "#server/queries/project-access.ts";
import type { Database } from "#server/store/client.ts";
import { DELTAS_PER_READ } from "./board-feed.ts";
import type { ReadDeltas } from "./board-feed.ts";
import type { EntityFeed } from "./entity-feed.ts";
import type { Feeds } from "./feeds.ts";
import type { MergedStates } from "./merged-states.ts";
import type { Presence } from "./presence.ts";
import type { SocketCredential } from "./revocation.ts";
import { peopleRoom } from "./rooms.ts";

/** Sockets one session or token may hold (S-11). */
export const MAX_SOCKETS_PER_CREDENTIAL = 32;
/** Runs and boards one socket may watch at a time. */
const maxSubscriptions = 64;
/** Events a client may send: a burst, then so many a second; beyond it they are refused. */
const eventBurst = 100;
const eventsPerSecond = 20;
/** A client that keeps sending nonsense is let go. */
const maxRefusals = 100;

type LiveSettings = {
  database: Database;
  readDeltas: ReadDeltas;
  actorOf(request: IncomingMessage): Actor | null;
  judgedAt(request: IncomingMessage): Date | null;
  clock: Clock;
  feeds: Feeds;
  entityFeed: EntityFeed;
  states: MergedStates;
  presence: Presence;
  onError: (error: unknown) => void;
};

type Person = Extract<Actor, { kind: "person" | "agent" }>;
type SocketData = SocketCredential & { actor: Person };
type Answer = Record<string, unknown>;
type Refused = { error: string; code: string };

const packetSchema = z.tuple([z.string(), z.unknown()]);

export function serveLive(namespace: Namespace, settings: LiveSettings): void {
  namespace.use((socket, next) => {
    const actor = settings.actorOf(socket.request);
    if (actor?.kind !== "person" && actor?.kind !== "agent")
      return next(refusal("SIGN_IN", "Sign in first"));
    if (countSockets(namespace, actor.credentialId) >= MAX_SOCKETS_PER_CREDENTIAL) {
      return next(refusal("TOO_MANY_SOCKETS", `at most ${MAX_SOCKETS_PER_CREDENTIAL} connections`));
    }
    const data = socket.data as SocketData;
    data.actor = actor;
    data.credentialId = actor.credentialId;
    data.judgedAt = settings.judgedAt(socket.request);
    next();
  });
  namespace.on("connection", (socket) => serveSocket(socket, settings));
}

function countSockets(namespace: Namespace, credentialId: string): number {
  return [...namespace.sockets.values()].filter(
    (socket) => (socket.data as SocketData).credentialId === credentialId,
  ).length;
}

function refusal(code: string, message: string): Error & { data: Refused } {
  return Object.assign(new Error(message), { data: { code, error: message } });
}

function serveSocket(socket: Socket, settings: LiveSettings): void {
  const { actor } = socket.data as SocketData;
  if (actor.kind === "person" && actor.role !== "viewer") void socket.join(peopleRoom);
  const handlers = describeHandlers(socket, actor, settings);
  let left = eventBurst;
  let atMs = settings.clock.monotonicMs();
  let refusals = 0;

  const answer = async (packet: unknown[]): Promise<Answer> => {
    const nowMs = settings.clock.monotonicMs();
    left = Math.min(eventBurst, left + ((nowMs - atMs) / 1000) * eventsPerSecond);
    atMs = nowMs;
    if (left < 1) return { error: "too many events", code: "RATE_LIMITED" };
    left -= 1;
    const parsed = packetSchema.safeParse(packet);
    if (!parsed.success) return { error: "expected an event with one object", code: "INVALID" };
    const [event, payload] = parsed.data;
    const handler = handlers.get(event);
    if (!handler)
      return {
        error: `unknown event; known: ${[...handlers.keys()].join(", ")}`,
        code: "EVENT_UNKNOWN",
      };
    return handler(payload);
  };

  // Nothing reaches listeners by name: this is the one place that looks at what a client sends.
  socket.use((packet: unknown[]) => {
    const last = packet.at(-1);
    const acknowledge = typeof last === "function" ? (last as (answer: Answer) => void) : null;
    const sent = acknowledge ? packet.slice(0, -1) : packet;
    answer(sent)
      .catch((error: unknown): Answer => {
        if (isFailure(error)) return { error: error.message, code: error.code };
        settings.onError(error);
        return { error: "the event failed", code: "INTERNAL" };
      })
      .then((result) => {
        if ("error" in result) refusals += 1;
        acknowledge?.(result);
        if (refusals > maxRefusals) socket.disconnect(true);
      })
      .catch(settings.onError);
  });
  socket.on("disconnect", () => {
    settings.feeds.leaveAll(socket);
    settings.entityFeed.leave(socket);
    settings.presence.leave(socket);
  });
}

type Handler = (payload: unknown) => Promise<Answer>;

function describeHandlers(
  socket: Socket,
  actor: Person,
  settings: LiveSettings,
): Map<string, Handler> {
  const { database, feeds } = settings;
  const joined = new Set<string>();
  /** A later join or leave of the same thing overtakes one that still waits for the database. */
  const turns = new Map<string, number>();
  const takeTurn = (key: string) => {
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return () => turns.get(key) === turn && socket.connected;
  };
  const handle =
    <T>(schema: z.ZodType<T>, work: (input: T) => Promise<Answer>): Handler =>
    async (payload) => {
      const input = schema.safeParse(payload);
      return input.success
        ? work(input.data)
        : { error: z.prettifyError(input.error), code: "INVALID" };
    };
  const hasRoom = (key: string) => joined.has(key) || joined.size < maxSubscriptions;
  const tooMany = { error: `at most ${maxSubscriptions} subscriptions`, code: "TOO_MANY" };
  const overtaken = { error: "left before it was joined", code: "LEFT" };

  const joinBoard = async (input: z.infer<typeof boardJoinSchema>): Promise<Answer> => {
    const key = `board:${input.project}`;
    const isCurrent = takeTurn(key);
    const project = await findProject(database, input.project);
    if (!(await mayReadProject(database, actor, project.id))) return notAllowed;
    if (!hasRoom(key)) return tooMany;
    const { revision, resync } = await settings.readDeltas(
      project.id,
      input.revision,
      DELTAS_PER_READ,
    );
    if (!isCurrent()) return overtaken;
    joined.add(key);
    // A reader that has to fetch the board anew follows from now on: what it fetches is newer.
    const from = resync ? revision : Math.min(input.revision, revision);
    // The answer goes out before the first delta: the feed starts on the next turn of the loop.
    setImmediate(() => {
      if (!isCurrent()) return;
      feeds.joinBoard(socket, project, revision, from);
      settings.presence.tell(socket, project);
    });
    return resync ? { resync: true } : { revision };
  };

  const joinRun = async (input: z.infer<typeof runJoinSchema>): Promise<Answer> => {
    const key = `run:${input.run}`;
    const isCurrent = takeTurn(key);
    const [run] = await readWatchedRuns(database, [input.run]);
    if (!run || !(await mayReadProject(database, actor, run.projectId))) return runUnknown;
    if (!hasRoom(key)) return tooMany;
    if (!isCurrent()) return overtaken;
    joined.add(key);
    const after = Math.min(input.after, run.lastSeq);
    setImmediate(() => {
      if (!isCurrent()) return;
      socket.emit("run:state", run.state);
      const feed = feeds.joinRun(socket, run.id, run.lastSeq, after);
      if (run.end) feed.finish(run.end);
    });
    return { from: after + 1, to: run.lastSeq, ended: run.end !== null };
  };

  const setPresence = async (input: z.infer<typeof presenceSetSchema>): Promise<Answer> => {
    const isCurrent = takeTurn("presence");
    const { id, slug } = await findProject(database, input.project);
    const isPerson = actor.kind === "person";
    if (!isPerson || !(await mayReadProject(database, actor, id))) return notAllowed;
    // Left, or another ticket opened, while the database was asked.
    if (!isCurrent()) return {};
    const { ticket, isWriting } = input;
    const person = { handle: actor.slug, name: actor.name };
    settings.presence.set(socket, { project: { id, slug }, person, ticket, isWriting });
    return {};
  };

  const joinFeed = ({ after }: z.infer<typeof feedJoinSchema>): Promise<Answer> => {
    // A viewer and an agent see some projects only: they ask GET /feed, or nobody.
    if (actor.kind !== "person" || actor.role === "viewer") return Promise.resolve(feedNotAllowed);
    setImmediate(() => {
      if (socket.connected) settings.entityFeed.join(socket, after);
    });
    return Promise.resolve({ after });
  };

  return new Map<string, Handler>([
    ["board:join", handle(boardJoinSchema, joinBoard)],
    [
      "board:leave",
      handle(boardLeaveSchema, async ({ project: slug }) => {
        takeTurn(`board:${slug}`);
        joined.delete(`board:${slug}`);
        const project = await findProject(database, slug);
        if (!joined.has(`board:${slug}`)) feeds.leaveBoard(socket, project.id);
        return {};
      }),
    ],
    ["presence:set", handle(presenceSetSchema, setPresence)],
    [
      "presence:leave",
      handle(presenceLeaveSchema, () => {
        takeTurn("presence");
        settings.presence.leave(socket);
        return Promise.resolve({});
      }),
    ],
    ["feed:join", handle(feedJoinSchema, joinFeed)],
    [
      "feed:leave",
      handle(feedLeaveSchema, () => {
        settings.entityFeed.leave(socket);
        return Promise.resolve({});
      }),
    ],
    ["run:join", handle(runJoinSchema, joinRun)],
    [
      "run:leave",
      handle(runLeaveSchema, ({ run }) => {
        takeTurn(`run:${run}`);
        joined.delete(`run:${run}`);
        feeds.leaveRun(socket, run);
        return Promise.resolve({});
      }),
    ],
  ]);
}

const notAllowed = { error: "this project is not yours to read", code: "NOT_ALLOWED" };
const feedNotAllowed = { error: "the feed is for owners and members", code: "NOT_ALLOWED" };
const runUnknown = { error: "no such run", code: "RUN_UNKNOWN" };
