/**
 * The live events of one run for everybody who watches it. Readers that are in step share one
 * broadcast; a reader that joins late or reads slowly catches up from Postgres by its own cursor and
 * is promoted when it has reached the head. So nobody sees a gap, a double or the end too early, and a
 * slow client costs no memory: what it has not taken yet is not kept for it.
 */
import type { Namespace, Socket } from "socket.io";
import type { RunEndMessage, RunEventsMessage } from "#server/contracts/live.ts";
import type { RunEvent } from "#server/contracts/run-event.ts";
import { isCongested, untilDrained } from "./congestion.ts";
import { runRoom } from "./rooms.ts";

/** Most events in one message (api.md §3). */
export const MAX_EVENTS_PER_MESSAGE = 500;
/** A message is also cut here, so that one packet stays small. */
const maxMessageBytes = 256 * 1024;

export type ReadEvents = (runId: string, after: number, limit: number) => Promise<RunEvent[]>;

type Reader = { sent: number; isLive: boolean };

export type RunFeed = {
  readonly runId: string;
  /** Last seq that everybody in step has. */
  head(): number;
  size(): number;
  /** Starts a reader that has everything up to `after`; it follows until it leaves. */
  join(socket: Socket, after: number): void;
  leave(socket: Socket): void;
  /** Stored events, from a worker's message or the database: duplicates and gaps are handled here. */
  offer(first: number, events: RunEvent[]): void;
  /** The database says this much is stored. */
  fillTo(lastSeq: number): void;
  /** The run is over; sent to each reader after its last event. */
  finish(end: RunEndMessage): void;
  hasEnded(): boolean;
};

export function createRunFeed(
  namespace: Namespace,
  runId: string,
  start: number,
  readEvents: ReadEvents,
  onError: (error: unknown) => void,
): RunFeed {
  const room = runRoom(runId);
  const readers = new Map<Socket, Reader>();
  let head = start;
  let end: RunEndMessage | null = null;
  let isEndSent = false;
  let wanted = start;
  let filling: Promise<void> | null = null;

  const broadcast = (first: number, events: RunEvent[]) => {
    for (const [socket, reader] of readers) {
      if (reader.isLive && isCongested(socket)) demote(socket, reader);
    }
    for (const message of cutMessages(runId, first, events))
      namespace.to(room).emit("run:events", message);
    head = first + events.length - 1;
    for (const reader of readers.values()) if (reader.isLive) reader.sent = head;
    sendEnd();
  };

  const sendEnd = () => {
    if (!end || isEndSent || head < end.lastSeq) return;
    isEndSent = true;
    namespace.to(room).emit("run:end", end);
  };

  const demote = (socket: Socket, reader: Reader) => {
    reader.isLive = false;
    void socket.leave(room);
    catchUp(socket, reader).catch(onError);
  };

  const promote = (socket: Socket, reader: Reader) => {
    reader.isLive = true;
    void socket.join(room);
    if (end && isEndSent) socket.emit("run:end", end);
  };

  const catchUp = async (socket: Socket, reader: Reader): Promise<void> => {
    for (;;) {
      const isHere = await untilDrained(socket);
      if (!isHere || readers.get(socket) !== reader) return;
      if (reader.sent > head) await reachHead(reader);
      if (readers.get(socket) !== reader) return;
      if (reader.sent === head) return promote(socket, reader);
      const first = reader.sent + 1;
      const events = await readEvents(runId, reader.sent, MAX_EVENTS_PER_MESSAGE);
      if (readers.get(socket) !== reader) return;
      if (events.length === 0)
        throw new Error(`run ${runId}: expected stored events after ${reader.sent}, found none`);
      for (const message of cutMessages(runId, first, events)) socket.emit("run:events", message);
      reader.sent = first + events.length - 1;
      // What the database has beyond the head is news for everybody in step.
      feed.offer(first, events);
    }
  };

  /** A reader may have read further than anybody else; it joins in where the others arrive. */
  const reachHead = async (reader: Reader): Promise<void> => {
    wanted = Math.max(wanted, reader.sent);
    await fill();
    if (head < reader.sent) reader.sent = head;
  };

  const readMissing = async (): Promise<void> => {
    while (head < wanted && readers.size > 0) {
      const events = await readEvents(runId, head, MAX_EVENTS_PER_MESSAGE);
      if (events.length === 0) wanted = head;
      else
        feed.offer(
          head + 1,
          events.filter((event) => event.seq > head),
        );
    }
  };

  const fill = (): Promise<void> => {
    filling ??= readMissing().finally(() => (filling = null));
    return filling;
  };

  const feed: RunFeed = {
    runId,
    head: () => head,
    size: () => readers.size,
    hasEnded: () => isEndSent,
    join(socket, after) {
      const old = readers.get(socket);
      if (old?.isLive) void socket.leave(room);
      const reader = { sent: after, isLive: false };
      readers.set(socket, reader);
      catchUp(socket, reader).catch(onError);
    },
    leave(socket) {
      if (!readers.delete(socket)) return;
      void socket.leave(room);
    },
    offer(first, events) {
      const last = first + events.length - 1;
      if (last <= head) return;
      if (first > head + 1) return feed.fillTo(last);
      broadcast(head + 1, events.slice(head + 1 - first));
    },
    fillTo(lastSeq) {
      wanted = Math.max(wanted, lastSeq);
      if (head < wanted) fill().catch(onError);
    },
    finish(message) {
      end ??= message;
      if (head < end.lastSeq) feed.fillTo(end.lastSeq);
      sendEnd();
    },
  };
  return feed;
}

/** Messages of at most 500 events and about 256 KiB, contiguous from `first`. */
export function* cutMessages(
  runId: string,
  first: number,
  events: RunEvent[],
): Generator<RunEventsMessage> {
  let from = 0;
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    const size = sizeOf(event);
    const isFull =
      index - from >= MAX_EVENTS_PER_MESSAGE || (index > from && bytes + size > maxMessageBytes);
    if (isFull) {
      yield { run: runId, first: first + from, events: events.slice(from, index) };
      from = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (from < events.length) yield { run: runId, first: first + from, events: events.slice(from) };
}

/** About the event's length as JSON, without writing it out twice. */
function sizeOf(event: RunEvent): number {
  let size = 80;
  for (const value of Object.values(event.payload)) {
    if (typeof value === "string") size += value.length;
    else if (typeof value === "object" && value !== null) size += JSON.stringify(value).length;
    else size += 8;
  }
  return size;
}
