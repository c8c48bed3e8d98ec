import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newRunId } from "../lib/ids.ts";
import { createDatabase } from "../store/client.ts";
import type { Database } from "../store/client.ts";
import { createProjectFixture } from "../testing/builders.ts";
import { makeScratchFolder } from "../testing/scratch-folder.ts";
import { waitFor } from "../testing/wait-for.ts";
import { describeDataFolder } from "./data-folder.ts";
import { findEmbeddedUrl } from "./database.ts";
import { isAlive, runBox } from "./fixtures/run-box.ts";
import type { BoxProcess } from "./fixtures/run-box.ts";

let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let dataDir: string;
const boxes: BoxProcess[] = [];

beforeEach(async () => {
  scratch = await makeScratchFolder("box");
  dataDir = path.join(scratch.path, "data");
});

afterEach(async () => {
  for (const box of boxes.splice(0)) {
    box.process.kill("SIGTERM");
    await box.exited;
  }
  const left = await waitFor(async () => (await processesOf(dataDir)).length === 0, {
    timeoutMs: 15_000,
    what: "no process left in the data directory",
  });
  expect(left).toBe(true);
  await scratch.remove();
});

function start(env: Record<string, string> = {}, args: string[] = []): BoxProcess {
  const box = runBox(dataDir, env, args);
  boxes.push(box);
  return box;
}

/** The database server that runs there, by its own pid file. */
async function processesOf(folder: string): Promise<number[]> {
  const file = path.join(folder, "postgres/data/postmaster.pid");
  const pid = Number((await readFile(file, "utf8").catch(() => "")).split("\n")[0]);
  return pid > 0 && isAlive(pid) ? [pid] : [];
}

async function readPid(address: string): Promise<number> {
  const response = await fetch(`${address}/api/health`);
  return ((await response.json()) as { pid: number }).pid;
}

describe("box", () => {
  it("comes up with a login link, closed secrets and a database, and leaves in order", async () => {
    const box = start();
    const { link, pids } = await box.ready();

    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#token=[\w-]{43}$/);
    for (const name of ["owner-token", "worker-token", "cookie-key", "postgres.json"]) {
      expect((await stat(path.join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
    box.process.kill("SIGTERM");
    expect(await box.exited).toBe(0);
    // The worker drained while the database was still there.
    expect(await readFile(path.join(dataDir, "drained"), "utf8")).toBe(`${pids.worker} SIGTERM\n`);
    expect(isAlive(pids.web)).toBe(false);
    expect(await processesOf(dataDir)).toEqual([]);
  });

  it("refuses a second start on the same data directory and names the holder", async () => {
    const first = start();
    const { address } = await first.ready();

    const second = start();

    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(
      `already running at ${address} (process ${first.process.pid}, since `,
    );
    expect(await readPid(address)).toBeGreaterThan(0);
  });

  it("starts a killed child again", async () => {
    const { address, pids } = await start().ready();

    process.kill(pids.web, "SIGKILL");

    const pid = await waitFor(
      async () => {
        const found = await readPid(address);
        return found !== pids.web && found;
      },
      { what: "another web process" },
    );
    expect(pid).not.toBe(pids.web);
    expect(isAlive(pids.worker)).toBe(true);
  });

  it("starts a killed database server again", async () => {
    await start().ready();
    const [server = 0] = await processesOf(dataDir);

    process.kill(server, "SIGKILL");

    const [next] = await waitFor(
      async () => {
        const found = await processesOf(dataDir);
        return found.length > 0 && found[0] !== server ? found : null;
      },
      { what: "another database server" },
    );
    expect(next).not.toBe(server);
  });

  it("is followed by its children when it is killed, and the next start works", async () => {
    const first = start();
    const { pids, address } = await first.ready();

    first.process.kill("SIGKILL");
    const killedAt = performance.now();
    await waitFor(() => !isAlive(pids.web) && !isAlive(pids.worker), { what: "children to leave" });

    expect(performance.now() - killedAt).toBeLessThan(5_000);
    expect(await readFile(path.join(dataDir, "drained"), "utf8")).toBe(
      `${pids.worker} the box is gone\n`,
    );
    const second = await start({ PORT: new URL(address).port }).ready();
    expect(second.address).toBe(address);
  });

  it("says which port is in use by another program", async () => {
    const other = await start().ready();
    const second = runBox(path.join(scratch.path, "other"), { PORT: new URL(other.address).port });

    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(/PORT: expected a free port, found \d+ in use/);
  });

  it("leaves on Ctrl+C, and a child ignores the Ctrl+C of the terminal group", async () => {
    const box = start();
    const { pids } = await box.ready();

    process.kill(pids.worker, "SIGINT");
    process.kill(pids.web, "SIGINT");
    box.process.kill("SIGINT");

    expect(await box.exited).toBe(0);
    expect(await readFile(path.join(dataDir, "drained"), "utf8")).toBe(`${pids.worker} SIGTERM\n`);
  });

  it("says how many agents go on, and stops them at the second Ctrl+C", async () => {
    const box = start();
    await box.ready();
    const database = createDatabase((await findEmbeddedUrl(describeDataFolder(dataDir))) ?? "");
    try {
      const { project } = await createProjectFixture(database);
      const run = await insertRunningRun(database, project.id);

      box.process.kill("SIGINT");
      await waitFor(() => box.output().includes("1 agent goes on without the board"));
      await waitFor(
        async () => {
          box.process.kill("SIGINT");
          return (await readRun(database, run)).stopRequestedAt !== null;
        },
        { intervalMs: 400 },
      );
      expect((await readRun(database, run)).stopRequestedBy).toBe("owner");
      expect(box.process.exitCode).toBeNull();

      await database.prisma.run.update({ where: { id: run }, data: { state: "ended" } });
    } finally {
      await database.close();
    }
    expect(await box.exited).toBe(0);
  });

  it("stops its agents first at SIGTERM when it was started with --stop-runs", async () => {
    const box = start({}, ["--stop-runs"]);
    await box.ready();
    const database = createDatabase((await findEmbeddedUrl(describeDataFolder(dataDir))) ?? "");
    const { project } = await createProjectFixture(database);
    const run = await insertRunningRun(database, project.id);

    box.process.kill("SIGTERM");
    const asked = await waitFor(async () => {
      const found = await readRun(database, run);
      return found.stopRequestedAt === null ? null : found;
    });
    expect(asked.stopRequestedBy).toBe("owner");
    expect(box.process.exitCode).toBeNull();
    await database.prisma.run.update({ where: { id: run }, data: { state: "ended" } });
    await database.close();

    expect(await box.exited).toBe(0);
    expect(box.output()).toContain("stopping the agents");
  });

  it("leaves after one Ctrl+C although an agent is at work, and lets it go on", async () => {
    const box = start();
    await box.ready();
    const url = (await findEmbeddedUrl(describeDataFolder(dataDir))) ?? "";
    const database = createDatabase(url);
    const { project } = await createProjectFixture(database);
    const run = await insertRunningRun(database, project.id);
    await database.close();

    box.process.kill("SIGINT");
    expect(await box.exited).toBe(0);

    expect(box.output()).toContain("1 agent goes on without the board");
    await start().ready();
    const next = createDatabase((await findEmbeddedUrl(describeDataFolder(dataDir))) ?? "");
    expect(await readRun(next, run)).toEqual({ stopRequestedAt: null, stopRequestedBy: null });
    await next.close();
  });
});

function readRun(database: Database, id: string) {
  return database.prisma.run.findUniqueOrThrow({
    where: { id },
    select: { stopRequestedAt: true, stopRequestedBy: true },
  });
}

async function insertRunningRun(database: Database, projectId: number): Promise<string> {
  const run = await database.prisma.run.create({
    data: {
      id: newRunId(),
      projectId,
      agent: "programmer",
      cause: "manual",
      causeText: {},
      state: "running",
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 10,
      timeoutSeconds: 600,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 1,
    },
  });
  return run.id;
}
