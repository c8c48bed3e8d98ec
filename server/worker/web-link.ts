import { readFile } from "node:fs/promises";
import path from "node:path";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { sleep } from "../lib/abort.ts";
import { describeError } from "../lib/result.ts";
import type { Logger } from "../lib/logger.ts";
import { readWebAddress } from "../lib/web-address.ts";
import type { EventSink } from "./context.ts";

/** Web's address is looked up again this often while the link is down. */
const LOOK_EVERY_MS = 1_000;

/** The way to web: copies of stored rows go there while it is up. */
export interface WebLink {
  sink: EventSink;
  /** `http://127.0.0.1:<port>` from web's own file; null while there is none. */
  apiUrl(): Promise<string | null>;
  close(): Promise<void>;
}

export function openWebLink(dataDir: string, log: Logger): WebLink {
  const closing = new AbortController();
  let socket: Socket | null = null;

  const keep = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const url = await readWebAddress(dataDir);
        const token = url === null ? null : await readToken(dataDir);
        if (url !== null && token !== null) await connectOnce(url, token);
      } catch (error) {
        log.debug({ reason: describeError(error) }, "no link to web yet");
      }
      await sleep(LOOK_EVERY_MS, closing.signal);
    }
  };

  // One connection per address: after a restart web may listen elsewhere, so its file is read again.
  const connectOnce = (url: string, token: string): Promise<void> =>
    new Promise((resolve) => {
      const current = io(`${url}/worker`, {
        transports: ["websocket"],
        reconnection: false,
        auth: { token },
      });
      socket = current;
      const finish = (): void => {
        socket = null;
        current.removeAllListeners();
        current.disconnect();
        closing.signal.removeEventListener("abort", finish);
        resolve();
      };
      current.on("connect", () => log.info({ url }, "linked to web"));
      current.on("connect_error", finish);
      current.on("disconnect", finish);
      closing.signal.addEventListener("abort", finish, { once: true });
    });

  const keeping = keep();
  return {
    sink: {
      // Volatile: while the link is down nothing is kept, the database has it all.
      send: (event, message) => void socket?.volatile.emit(event, message),
    },
    apiUrl: () => readWebAddress(dataDir),
    async close() {
      closing.abort();
      await keeping;
    },
  };
}

async function readToken(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dataDir, "worker-token"), "utf8")).trim();
  } catch {
    return null;
  }
}
