/**
 * The feed of all projects for whoever joined it: every event in order, from the number they name. Its
 * readers are few (other programs), so each reads on by its own number and nothing is shared.
 */
import type { Socket } from "socket.io";
import type { FeedEvent } from "#server/contracts/feed.ts";
import { untilDrained } from "./congestion.ts";

const EVENTS_PER_READ = 200;

export type ReadFeedEvents = (after: number, limit: number) => Promise<FeedEvent[]>;

type Reader = { sent: number; isReading: boolean; hasNews: boolean };

export type EntityFeed = {
  /** Follows from the event after this number. */
  join(socket: Socket, after: number): void;
  leave(socket: Socket): void;
  /** There may be news. */
  look(): void;
};

export function createEntityFeed(
  readEvents: ReadFeedEvents,
  onError: (error: unknown) => void,
): EntityFeed {
  const readers = new Map<Socket, Reader>();

  const readOn = async (socket: Socket, reader: Reader): Promise<void> => {
    reader.hasNews = true;
    if (reader.isReading) return;
    reader.isReading = true;
    try {
      while (reader.hasNews) {
        reader.hasNews = false;
        const isHere = await untilDrained(socket);
        if (!isHere || readers.get(socket) !== reader) return;
        const items = await readEvents(reader.sent, EVENTS_PER_READ);
        const last = items.at(-1);
        if (!last || readers.get(socket) !== reader) continue;
        socket.emit("feed:events", { items });
        reader.sent = last.id;
        reader.hasNews = true;
      }
    } finally {
      reader.isReading = false;
    }
  };

  return {
    join(socket, after) {
      const reader = { sent: after, isReading: false, hasNews: false };
      readers.set(socket, reader);
      readOn(socket, reader).catch(onError);
    },
    leave: (socket) => void readers.delete(socket),
    look() {
      for (const [socket, reader] of readers) readOn(socket, reader).catch(onError);
    },
  };
}
