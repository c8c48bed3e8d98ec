import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Server } from "socket.io";

/** Largest message a browser or script may send (S-11). */
export const MAX_LIVE_MESSAGE_BYTES = 64 * 1024;
/** A worker sends up to 500 events, each with a cut output of 64 KiB. */
export const MAX_WORKER_MESSAGE_BYTES = 48 * 1024 * 1024;
const PING_MS = 20_000;
/** A connection that names no namespace by then is closed. */
const CONNECT_WITHIN_MS = 5_000;

export type SocketServer = {
  io: Server;
  /** Takes over a connection that the gate let through. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

/**
 * A Socket.IO server that never sees a port: it hangs on a server that does not listen, and connections
 * are handed to it one by one after they were judged. Websocket only, no client files, no CORS.
 */
export function createSocketServer(maxMessageBytes: number): SocketServer {
  const carrier = createServer();
  const io = new Server(carrier, {
    path: "/socket.io/",
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    perMessageDeflate: false,
    httpCompression: false,
  });
  return {
    io,
    upgrade: (request, socket, head) => void carrier.emit("upgrade", request, socket, head),
  };
}
