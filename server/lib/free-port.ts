import { createServer } from "node:net";

/** A port of 127.0.0.1 that nobody listens on; `wanted` itself when it is free. */
export async function findFreePort(wanted = 0): Promise<number> {
  const found = await tryPort(wanted);
  return found ?? (await tryPort(0)) ?? Promise.reject(new Error("no free port on 127.0.0.1"));
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : null;
      server.close(() => resolve(found));
    });
  });
}
