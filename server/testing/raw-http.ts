/** Requests exactly as written, for tests of what a careful client would never send. */
import net from "node:net";

export type RawAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  text: string;
};

/** Sends `text` to 127.0.0.1 and resolves when the server hangs up or has answered in full. */
export function sendRaw(
  port: number,
  text: string | Buffer,
  timeoutMs = 5_000,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: "127.0.0.1", port });
    let received = "";
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parseAnswer(received));
    };
    const timer = setTimeout(finish, timeoutMs);
    socket.setEncoding("latin1");
    socket.on("connect", () => socket.write(text));
    socket.on("data", (chunk: string) => {
      received += chunk;
      if (isWhole(received)) finish();
    });
    socket.on("end", finish);
    socket.on("error", (error) =>
      received === "" ? (clearTimeout(timer), reject(error)) : finish(),
    );
  });
}

function isWhole(text: string): boolean {
  const split = text.indexOf("\r\n\r\n");
  if (split === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, split + 2))?.[1];
  return length !== undefined && text.length >= split + 4 + Number(length);
}

function parseAnswer(text: string): RawAnswer {
  const split = text.indexOf("\r\n\r\n");
  const [line = "", ...rest] = text.slice(0, split === -1 ? undefined : split).split("\r\n");
  const headers = Object.fromEntries(
    rest.map((header) => {
      const colon = header.indexOf(":");
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? 0);
  return { status, headers, body: split === -1 ? "" : text.slice(split + 4), text };
}
