import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface LossyRelay {
  /** The database's address by way of the relay. */
  url: string;
  /**
   * The next connection that sends `text` is cut when the server answers its COMMIT: the transaction has
   * taken place, and whoever made it is not told. Once per call.
   */
  loseCommitAfter(text: string): void;
  /** Answers that were lost so far. */
  lost(): number;
  close(): Promise<void>;
}

/** How the server says that a transaction took place: CommandComplete with its tag. */
const COMMITTED = Buffer.from("COMMIT\0");

/** A way to Postgres on which the answer to a chosen COMMIT gets lost, as when the server dies just then. */
export async function openLossyRelay(databaseUrl: string): Promise<LossyRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let wanted: string | null = null;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let isChosen = false;
    client.on("data", (bytes: Buffer) => {
      if (wanted !== null && bytes.includes(wanted)) {
        isChosen = true;
        wanted = null;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes: Buffer) => {
      if (isChosen && bytes.includes(COMMITTED)) {
        lost += 1;
        client.destroy();
        return;
      }
      client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseCommitAfter(text) {
      wanted = text;
    },
    lost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
