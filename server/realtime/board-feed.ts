/**
 * The changes of one board for everybody who has it open: one delta per revision, in strict order.
 * Like run-feed.ts, readers in step share a broadcast and others catch up by their own revision. A
 * reader too far behind is told to fetch the board anew.
 */
import type { Namespace, Socket } from "socket.io";
import type { BoardDelta } from "#server/contracts/live.ts";
import { isCongested, untilDrained } from "./congestion.ts";
import { boardRoom } from "./rooms.ts";
import type { ProjectRef } from "./rooms.ts";

/** A reader further behind than this fetches the board anew. */
export const DELTAS_PER_READ = 200;

export type Deltas = { items: BoardDelta[]; revision: number; resync: boolean };
export type ReadDeltas = (projectId: number, after: number, limit: number) => Promise<Deltas>;

type Reader = { sent: number; isLive: boolean };

export type BoardFeed = {
  readonly projectId: number;
  size(): number;
  head(): number;
  join(socket: Socket, revision: number): void;
  leave(socket: Socket): void;
  /** A transaction took this revision; anything newer than the head is read and sent. */
  advance(revision: number): void;
};

export function createBoardFeed(
  namespace: Namespace,
  project: ProjectRef,
  start: number,
  readDeltas: ReadDeltas,
  onError: (error: unknown) => void,
): BoardFeed {
  const projectId = project.id;
  const room = boardRoom(projectId);
  const readers = new Map<Socket, Reader>();
  let head = start;
  let wanted = start;
  let pumping: Promise<void> | null = null;

  const broadcast = (delta: BoardDelta) => {
    if (delta.revision <= head) return;
    for (const [socket, reader] of readers) {
      if (reader.isLive && isCongested(socket)) demote(socket, reader);
    }
    namespace.to(room).emit("board:delta", delta);
    head = delta.revision;
    for (const reader of readers.values()) if (reader.isLive) reader.sent = head;
  };

  const demote = (socket: Socket, reader: Reader) => {
    reader.isLive = false;
    void socket.leave(room);
    catchUp(socket, reader).catch(onError);
  };

  const pump = async (): Promise<void> => {
    while (head < wanted && readers.size > 0) {
      const { items, revision, resync } = await readDeltas(projectId, head, DELTAS_PER_READ);
      for (const delta of items) broadcast(delta);
      if (resync) skipTo(revision);
      else if (items.length === 0) wanted = head;
    }
  };

  const skipTo = (revision: number) => {
    head = revision;
    namespace.to(room).emit("board:resync", { project: project.slug, revision });
    for (const reader of readers.values()) if (reader.isLive) reader.sent = head;
  };

  const run = (): Promise<void> => {
    pumping ??= pump().finally(() => (pumping = null));
    return pumping;
  };

  const catchUp = async (socket: Socket, reader: Reader): Promise<void> => {
    for (;;) {
      const isHere = await untilDrained(socket);
      if (!isHere || readers.get(socket) !== reader) return;
      if (reader.sent > head) {
        wanted = Math.max(wanted, reader.sent);
        await run();
        if (head < reader.sent) reader.sent = head;
      }
      if (readers.get(socket) !== reader) return;
      if (reader.sent === head) {
        reader.isLive = true;
        void socket.join(room);
        return;
      }
      const { items, revision, resync } = await readDeltas(projectId, reader.sent, DELTAS_PER_READ);
      if (readers.get(socket) !== reader) return;
      for (const delta of items) socket.emit("board:delta", delta);
      if (resync) socket.emit("board:resync", { project: project.slug, revision });
      reader.sent = items.at(-1)?.revision ?? (resync ? revision : head);
    }
  };

  return {
    projectId,
    size: () => readers.size,
    head: () => head,
    join(socket, revision) {
      const old = readers.get(socket);
      if (old?.isLive) void socket.leave(room);
      const reader = { sent: revision, isLive: false };
      readers.set(socket, reader);
      catchUp(socket, reader).catch(onError);
    },
    leave(socket) {
      if (readers.delete(socket)) void socket.leave(room);
    },
    advance(revision) {
      wanted = Math.max(wanted, revision);
      if (head < wanted) run().catch(onError);
    },
  };
}
