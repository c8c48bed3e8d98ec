/** A real Redis server of a test's own, which can be killed, frozen, emptied and started again. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { findFreePort } from "../lib/free-port.ts";
import { waitFor } from "./wait-for.ts";

export interface TestRedis {
  url: string;
  /** For the test itself; connects again by itself. */
  client: Redis;
  /** Starts the server (again); without a file of data it is empty then. */
  start(): Promise<void>;
  /** Ends the server at once and waits until it is gone. */
  kill(): Promise<void>;
  /** Answers nothing any more, and holds its connections open. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** `isDurable`: every write is on disk before it is answered. */
export async function startTestRedis(
  options: { password?: string; isDurable?: boolean } = {},
): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), "signalbox-redis-"));
  const port = await findFreePort();
  const { password } = options;
  const url = `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}/0`;
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => 50,
    maxRetriesPerRequest: null,
  });
  client.on("error", () => undefined);
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
    if (password !== undefined) args.push("--requirepass", password);
    if (options.isDurable) args.push("--appendonly", "yes", "--appendfsync", "always");
    child = spawn("redis-server", args, { stdio: "ignore" });
    await client.connect().catch(() => undefined);
    await waitFor(
      () =>
        client.ping().then(
          () => true,
          () => false,
        ),
      { what: "the Redis server" },
    );
  };
  const kill = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    url,
    client,
    start,
    kill,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async stop() {
      client.disconnect();
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
