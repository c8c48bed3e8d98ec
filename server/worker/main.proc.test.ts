import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findProjectRoot } from "../lib/project-root.ts";
import { buildFakeClaude } from "../testing/build-keeper.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
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

it("makes itself known with what it found on its machine, and says goodbye when told to go", async () => {
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
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
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
