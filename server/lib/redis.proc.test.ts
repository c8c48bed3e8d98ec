import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { doctor } from "../cli/doctor.ts";
import { loadEnv } from "../env.ts";
import { startTestRedis } from "../testing/redis-server.ts";
import type { TestRedis } from "../testing/redis-server.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createLogger } from "./logger.ts";
import { findFreePort } from "./free-port.ts";
import { createPlaces } from "./places/places.ts";
import { closePings, pingRedis } from "./redis-ping.ts";
import { createRedis } from "./redis.ts";
import { describeError } from "./result.ts";

const PASSWORD = "correct-horse-battery";
let server: TestRedis;

beforeAll(async () => {
  server = await startTestRedis({ password: PASSWORD });
});
afterEach(() => {
  closePings();
  vi.restoreAllMocks();
});
afterAll(() => server.stop());

it("tells a server that answers from one that is away, refuses, or is not set up", async () => {
  expect(await pingRedis(undefined, "test:")).toBe("off");
  expect(await pingRedis(server.url, "test:")).toBe("ok");
  expect(await pingRedis(server.url.replace(PASSWORD, "wrong-password"), "test:")).toBe("refuses");
  expect(await pingRedis(`redis://127.0.0.1:${await findFreePort()}`, "test:")).toBe("away");
  await server.client.config("SET", "maxmemory", "1");
  expect(await pingRedis(server.url, "test:")).toBe("refuses");
  await server.client.config("SET", "maxmemory", "0");
  expect(await pingRedis(server.url, "test:")).toBe("ok");
});

it.each([
  ["a wrong password", () => Promise.resolve(server.url.replace(PASSWORD, "hunter2-hunter2"))],
  [
    "a server that is away",
    async () => `redis://user:hunter2-hunter2@127.0.0.1:${await findFreePort()}/0`,
  ],
])("never logs the password of the address: %s (S-24)", async (_name, address) => {
  const lines: string[] = [];
  const log = createLogger("worker", "trace", { write: (line) => void lines.push(line) });
  const url = await address();
  const redis = createRedis(url, (error) =>
    log.debug({ err: error, reason: describeError(error) }, "no connection"),
  );
  const places = createPlaces({
    redis,
    prefix: "test:",
    installation: "one",
    limit: 1,
    leaseMs: 1_000,
    settleMs: 0,
  });
  try {
    await waitFor(
      async () => {
        log.info({ refusal: await places.take("run"), redisUrl: url }, "no place");
        return lines.some((line) => line.includes("away"));
      },
      { what: "a refusal" },
    );
    expect(lines.join("\n")).not.toContain("hunter2");
  } finally {
    redis.disconnect();
  }
});

it("doctor asks Redis where one is set up, and shows no address", async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const ask = async (redisUrl: string | undefined) => {
    written.length = 0;
    const readEnv = () => loadEnv({ REDIS_URL: redisUrl, SIGNALBOX_CLAUDE_BIN: "git" });
    const code = await doctor({ args: [], isJson: true, readEnv });
    const checks = JSON.parse(written.join("")) as { name: string; isFine: boolean }[];
    expect(written.join("")).not.toContain(PASSWORD);
    return { code, redis: checks.find(({ name }) => name === "Redis") };
  };
  expect((await ask(undefined)).redis).toBeUndefined();
  expect(await ask(server.url)).toMatchObject({ code: 0, redis: { isFine: true } });
  const away = `redis://:${PASSWORD}@127.0.0.1:${await findFreePort()}`;
  expect(await ask(away)).toMatchObject({ code: 1, redis: { isFine: false } });
});

it("runs Lua in one place, and only texts that are constants (S-24)", async () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const found: string[] = [];
  for (const folder of ["server", "app"]) {
    const entries = await readdir(path.join(root, folder), { recursive: true });
    for (const name of entries) {
      if (!/\.tsx?$/.test(name) || /generated|\.test\./.test(name)) continue;
      const text = await readFile(path.join(root, folder, name), "utf8");
      if (
        /\.(?:eval|evalsha|fcall|script|defineCommand)\(|["'`](?:EVAL|EVALSHA|FCALL)\b/i.test(text)
      )
        found.push(`${folder}/${name}: asks`);
      const scripts = text.matchAll(/defineScript\((`[^`]*`)?/g);
      for (const [, lua] of scripts) {
        if (name === "lib/redis.ts") continue;
        found.push(`${folder}/${name}: ${lua && !lua.includes("${") ? "constant" : "built"}`);
      }
    }
  }
  expect(found.sort()).toEqual([
    "server/lib/feed-stream/script.ts: constant",
    "server/lib/places/script.ts: constant",
    "server/lib/redis.ts: asks",
  ]);
});
