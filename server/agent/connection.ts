/** The worker's end of the control socket. */
import { connect } from "node:net";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { ControlAck, ControlLine } from "./keeper/protocol.ts";
import type { Connection } from "./runtime.ts";

const CONNECT_TIMEOUT_MS = 5_000;

type Waiter = { resolve(ack: ControlAck): void; reject(error: Error): void };

/**
 * Connects and proves the fence with a `ping`. Rejects with a message that names the reason:
 * nobody listens, no answer in 5 s, or a worker with a higher fence owns the run.
 */
export async function connectToKeeper(socketPath: string, fence: number): Promise<Connection> {
  const socket = await openSocket(socketPath);
  const connection = wrap(socket);
  const timer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
  try {
    const ack = await connection.send({ id: randomUUID(), fence, kind: "ping" });
    if (ack.status !== "ok") {
      throw new Error(`keeper: expected fence ${fence} to be current, found ${ack.reason}`);
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function openSocket(socketPath: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

function wrap(socket: Socket): Connection {
  // One list per id: a line sent twice is acknowledged twice.
  const waiters = new Map<string, Waiter[]>();
  let buffer = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    buffer += chunk;
    const lines = buffer.split("\n");
    buffer = lines.pop() ?? "";
    for (const line of lines) {
      const ack = parseAck(line);
      if (!ack) return void socket.destroy();
      waiters.get(ack.id)?.shift()?.resolve(ack);
      if (waiters.get(ack.id)?.length === 0) waiters.delete(ack.id);
    }
  });
  socket.on("error", () => socket.destroy());
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      const error = new Error("keeper: connection lost before the acknowledgement");
      for (const list of waiters.values()) for (const waiter of list) waiter.reject(error);
      waiters.clear();
      resolve();
    });
  });
  return {
    closed,
    close: () => socket.destroy(),
    send(line: ControlLine) {
      return new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error("keeper: connection is closed"));
          return;
        }
        waiters.set(line.id, [...(waiters.get(line.id) ?? []), { resolve, reject }]);
        socket.write(`${JSON.stringify(line)}\n`);
      });
    },
  };
}

function parseAck(line: string): ControlAck | null {
  try {
    return JSON.parse(line) as ControlAck;
  } catch {
    return null;
  }
}
