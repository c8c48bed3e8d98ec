import { createServer } from "node:net";
import type { Env } from "../env.ts";
import { sleep } from "../lib/abort.ts";
import { findFreePort } from "../lib/free-port.ts";

/** Where people on this machine reach `web`; wildcard addresses are reached through loopback. */
export function localAddress(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/**
 * The port to listen on: the configured one, or any free one for 0. Waits up to `patienceMs` for a
 * port that is in use, since the children of a killed box take some seconds to leave.
 */
export async function claimPort(
  env: Pick<Env, "host" | "port">,
  patienceMs: number,
): Promise<number> {
  if (env.port === 0) return findFreePort();
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const fault = await tryListen(env.host, env.port);
    if (!fault) return env.port;
    const isLate = performance.now() >= deadline;
    if (fault === "EADDRINUSE" && !isLate) await sleep(200);
    else if (fault === "EADDRINUSE") {
      throw new Error(
        `PORT: expected a free port, found ${env.port} in use by another program. Stop it or set PORT to another number`,
      );
    } else {
      throw new Error(
        `SIGNALBOX_HOST, PORT: expected an address this user may listen on, found ${env.host}:${env.port} (${fault})`,
      );
    }
  }
}

function tryListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
