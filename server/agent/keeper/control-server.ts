/**
 * The socket on which the worker steers a run. Every line is appended to `control.ndjson` before it
 * has an effect; a known id or a lower fence has none (rule 11).
 */
import { appendFileSync, mkdirSync, unlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import path from "node:path";
import type { ControlAck, ControlLine } from "./protocol.ts";
import { removeIfThere } from "./files.ts";

const MAX_LINE_CHARS = 4 * 1024 * 1024;

export type ControlServer = {
  /** Connections that have shown the current fence. */
  hasWorker(): boolean;
  close(): void;
};

export type ControlServerOptions = {
  socketPath: string;
  logPath: string;
  fence: number;
  /** Acts on a line that is new and current. */
  act(line: ControlLine): Omit<ControlAck, "id">;
};

/** Listens with mode 0600; resolves when connections are accepted. */
export function startControlServer(options: ControlServerOptions): Promise<ControlServer> {
  mkdirSync(path.dirname(options.socketPath), { recursive: true, mode: 0o700 });
  removeIfThere(options.socketPath);
  const knownIds = new Set<string>();
  const fenceOf = new Map<Socket, number>();
  let fence = options.fence;

  const handle = (socket: Socket, line: ControlLine): ControlAck => {
    const { id } = line;
    if (line.fence < fence) return { id, status: "ignored", reason: "stale_fence" };
    fence = line.fence;
    fenceOf.set(socket, line.fence);
    if (knownIds.has(id)) return { id, status: "ignored", reason: "known_id" };
    try {
      appendFileSync(options.logPath, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      // A full disk must not keep anybody from stopping an agent.
      if (line.kind !== "stop") return { id, status: "error", reason: String(error) };
    }
    knownIds.add(id);
    return { id, ...options.act(line) };
  };

  const server = createServer((socket) => serve(socket, handle, fenceOf));
  return listen(server, options.socketPath).then(() => ({
    hasWorker: () => [...fenceOf.values()].some((seen) => seen === fence),
    close() {
      server.close();
      for (const socket of fenceOf.keys()) socket.destroySoon();
      try {
        unlinkSync(options.socketPath);
      } catch {
        // `close` has removed it already.
      }
    },
  }));
}

function serve(
  socket: Socket,
  handle: (socket: Socket, line: ControlLine) => ControlAck,
  fenceOf: Map<Socket, number>,
): void {
  let buffer = "";
  fenceOf.set(socket, -1);
  socket.setEncoding("utf8");
  socket.on("error", () => socket.destroy());
  socket.on("close", () => fenceOf.delete(socket));
  socket.on("data", (chunk: string) => {
    buffer += chunk;
    if (buffer.length > MAX_LINE_CHARS) {
      socket.destroy();
      return;
    }
    const lines = buffer.split("\n");
    buffer = lines.pop() ?? "";
    for (const text of lines) {
      const line = parseControlLine(text);
      const ack: ControlAck = line
        ? handle(socket, line)
        : { id: "", status: "error", reason: "bad_line" };
      socket.write(`${JSON.stringify(ack)}\n`);
    }
  });
}

/** The shape every line shares; what a kind needs beyond it is checked where it is acted on. */
export function parseControlLine(text: string): ControlLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const line = value as Record<string, unknown>;
  const isValid =
    typeof line["id"] === "string" &&
    line["id"] !== "" &&
    Number.isInteger(line["fence"]) &&
    typeof line["kind"] === "string";
  return isValid ? (value as ControlLine) : null;
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // The path is bound inside `listen`: only there the mask matters, the agent must not inherit it.
    const mask = process.umask(0o177);
    try {
      server.listen(socketPath, resolve);
    } finally {
      process.umask(mask);
    }
  });
}
