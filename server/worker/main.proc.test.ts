import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findProjectRoot } from "../lib/project-root.ts";
import { buildFakeClaude } from "../testing/build-keeper.ts";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { startTestRedis } from "../testing/redis-server.ts";
import { waitFor } from "../testing/wait-for.ts";
import { makeDataDir } from "./fixtures/engine.ts";

let test: TestDatabase;
let dataDir: Awaited<ReturnType<typeof makeDataDir>>;

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await makeDataDir();
});
afterAll(async () => {
  await test.close();
  await dataDir.remove();
});

async function startWorker(variables: Record<string, string> = {}) {
  const root = findProjectRoot();
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.join(root, "server/worker/main.ts")],
    {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: test.url,
        SIGNALBOX_DATA_DIR: dataDir.path,
        SIGNALBOX_CLAUDE_BIN: await buildFakeClaude(),
        LOG_LEVEL: "warn",
        ...variables,
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, exited };
}

it("makes itself known with what it found on its machine, and says goodbye when told to go", async () => {
  const { child, exited } = await startWorker();
  try {
    const { prisma } = test.database;
    const worker = await waitFor(
      () => prisma.worker.findFirst({ where: { claude: { path: ["support"], equals: "ok" } } }),
      { timeoutMs: 40_000, what: "a worker that has probed its CLI" },
    );
    expect(worker).toMatchObject({ pid: child.pid, stoppedAt: null });
    expect(worker.claude).toMatchObject({ version: "2.1.332", loggedIn: true });
    await waitFor(() => prisma.worker.findFirst({ where: { lastTickAt: { not: null } } }), {
      what: "a tick",
    });

    child.kill("SIGTERM");
    expect(await exited).toBe(0);
    expect(await prisma.worker.findFirst()).toMatchObject({ isDraining: true });
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
});

it("keeps places and the feed's stream in Redis under the names it was given", async () => {
  await test.database.prisma.installation.create({ data: { instanceId: "here" } });
  await createProjectFixture(test.database, { tickets: [{}] });
  const redis = await startTestRedis({ password: "secret-of-redis" });
  const { child, exited } = await startWorker({
    REDIS_URL: redis.url,
    SIGNALBOX_REDIS_PREFIX: "board:",
    SIGNALBOX_FEED_STREAM: "board:feed",
  });
  try {
    await waitFor(() => redis.client.hget("board:{places}:state", "openAt"), {
      timeoutMs: 40_000,
      what: "a beat in Redis",
    });
    await waitFor(() => redis.client.hget("{board:feed}:sent", "here"), { what: "the feed" });
    expect(Number(await redis.client.xlen("board:feed"))).toBeGreaterThan(0);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  } finally {
    child.kill("SIGKILL");
    await exited;
    await redis.stop();
  }
});
