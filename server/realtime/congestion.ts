import type { Socket } from "socket.io";

/** Packets that may wait for one client before it counts as slow. */
const maxWaitingPackets = 16;
/** Bytes the operating system has not taken yet. */
const maxWaitingBytes = 1_048_576;

/** The parts of engine.io's socket that say how much of what we sent still waits. */
type Wire = {
  writeBuffer?: unknown[];
  transport?: { socket?: { bufferedAmount?: number } };
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
  readyState?: string;
};

function wireOf(socket: Socket): Wire {
  return socket.conn as unknown as Wire;
}

/** True while a client does not take what we send: it gets nothing more, and reads from the database later. */
export function isCongested(socket: Socket): boolean {
  const wire = wireOf(socket);
  const waitingBytes = wire.transport?.socket?.bufferedAmount ?? 0;
  return (wire.writeBuffer?.length ?? 0) > maxWaitingPackets || waitingBytes > maxWaitingBytes;
}

/** Resolves when the client takes packets again; false when it is gone. */
export async function untilDrained(socket: Socket): Promise<boolean> {
  while (socket.connected && isCongested(socket)) await nextDrain(socket);
  return socket.connected;
}

function nextDrain(socket: Socket): Promise<void> {
  const wire = wireOf(socket);
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      wire.off("drain", finish);
      wire.off("close", finish);
      resolve();
    };
    // The buffers of the operating system drain without an event.
    const timer = setTimeout(finish, 50);
    wire.once("drain", finish);
    wire.once("close", finish);
  });
}
