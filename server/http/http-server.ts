import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

/** Limits of one connection (S-11); beyond them Node answers 408 or 431 and closes it. */
const settings = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** After this long open answers are cut. */
const CLOSE_WITHIN_MS = 2_500;

export function createHttpServer(handler: RequestListener): Server {
  const server = createServer(settings, handler);
  server.maxHeadersCount = 100;
  // Some other program speaks another protocol to us: say so and hang up.
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const status =
      error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  return server;
}

/** Resolves with the port it listens on; rejects with what Node says, e.g. EADDRINUSE. */
export function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Stops listening, lets answers finish for a moment, then cuts what is left. */
export function closeHttpServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
