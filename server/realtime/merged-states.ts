import type { Namespace, Socket } from "socket.io";
import { isCongested, untilDrained } from "./congestion.ts";

/**
 * Sends messages of which only the newest per key counts (a run's state, its partial text). Clients that
 * keep up get them at once; for a slow one the newest of each key waits until it takes packets again.
 */
export type MergedStates = {
  send(rooms: string[], event: string, key: string, message: unknown): void;
};

export function createMergedStates(
  namespace: Namespace,
  onError: (error: unknown) => void,
): MergedStates {
  const waiting = new Map<Socket, Map<string, { event: string; message: unknown }>>();

  const flush = async (socket: Socket): Promise<void> => {
    const isHere = await untilDrained(socket);
    const messages = waiting.get(socket);
    waiting.delete(socket);
    if (!isHere) return;
    for (const { event, message } of messages?.values() ?? []) socket.emit(event, message);
  };

  return {
    send(rooms, event, key, message) {
      const slow: string[] = [];
      const ids = new Set(rooms.flatMap((room) => [...(namespace.adapter.rooms.get(room) ?? [])]));
      for (const id of ids) {
        const socket = namespace.sockets.get(id);
        const held = socket && waiting.get(socket);
        if (!socket || (!held && !isCongested(socket))) continue;
        slow.push(id);
        if (held) {
          held.set(`${event}:${key}`, { event, message });
          continue;
        }
        waiting.set(socket, new Map([[`${event}:${key}`, { event, message }]]));
        flush(socket).catch(onError);
      }
      if (slow.length < ids.size) namespace.to(rooms).except(slow).emit(event, message);
    },
  };
}
