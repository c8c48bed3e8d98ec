/** The built product as people start it. Needs `npm run build`, which `npm test` does before. */
import { spawn } from "node:child_process";
import { execa } from "execa";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProjectRoot } from "../lib/project-root.ts";
import { makeScratchFolder } from "../testing/scratch-folder.ts";
import { waitFor } from "../testing/wait-for.ts";
import { readHealth } from "./health.ts";

const root = findProjectRoot();
const program = (name: string) => path.join(root, "dist", `${name}.js`);

let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let env: Record<string, string>;
let box: ReturnType<typeof startBox>;
let address: string;

function startBox(extra: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program("main"), "--no-open"], {
    cwd: root,
    env: { ...process.env, ...env, ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (text: string) => (output += text);
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, exited, output: () => output };
}

async function waitUntilUp(started: ReturnType<typeof startBox>): Promise<string> {
  const match = await waitFor(() => /runs at (http:\S+)/.exec(started.output()), {
    timeoutMs: 45_000,
    what: `a board that runs (${started.output()})`,
  });
  return match[1] ?? "";
}

/** Process ids of the children, from the log of the box. */
async function readChildren(): Promise<Record<string, number>> {
  const log = await readFile(path.join(env["SIGNALBOX_DATA_DIR"] ?? "", "logs/box.log"), "utf8");
  const started = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; child: string; childPid: number })
    .filter((entry) => entry.msg === "child started");
  return Object.fromEntries(started.map((entry) => [entry.child, entry.childPid]));
}

beforeAll(async () => {
  scratch = await makeScratchFolder("program");
  env = {
    DATABASE_URL: "",
    REDIS_URL: "",
    PORT: "0",
    SIGNALBOX_DATA_DIR: path.join(scratch.path, "data"),
  };
  box = startBox();
  address = await waitUntilUp(box);
});

afterAll(async () => {
  box.child.kill("SIGTERM");
  await box.exited;
  await scratch.remove();
});

describe("the product", () => {
  it("prints where it runs, a login link, the data folder and how to stop", () => {
    expect(box.output()).toContain(`runs at ${address}`);
    expect(box.output()).toMatch(/Log in +http:\/\/127\.0\.0\.1:\d+\/login#token=[\w-]{43}/);
    expect(box.output()).toMatch(/Data folder +\/.*data/);
    expect(box.output()).toMatch(/Stop +Ctrl\+C/);
  });

  it("listens on loopback only (S-01)", async () => {
    const { stdout } = await execa("ss", ["-ltnH"]);
    const port = new URL(address).port;
    const settings = await readFile(path.join(env["SIGNALBOX_DATA_DIR"] ?? "", "postgres.json"));
    const postgres = (JSON.parse(settings.toString()) as { port: number }).port;
    for (const wanted of [port, String(postgres)]) {
      const ours = stdout.split("\n").filter((line) => line.includes(`:${wanted} `));
      expect(ours, `listeners on ${wanted}`).toHaveLength(1);
      expect(ours[0]).toContain(`127.0.0.1:${wanted} `);
    }
  });

  it("refuses another address without a host list within 2 s, in one line (S-01)", async () => {
    const ms = await fastestOf(3, async () => {
      const result = await execa(process.execPath, [program("main"), "--no-open"], {
        env: { ...env, SIGNALBOX_HOST: "0.0.0.0" },
        reject: false,
      });
      expect(result.exitCode).toBe(1);
      expect(result.stderr.trim()).toMatch(/^SIGNALBOX_HOST: expected [^\n]+$/);
    });
    expect(ms).toBeLessThan(2_000);
  });

  it("answers the command line: status, a new link, and opening a folder", async () => {
    const run = (...args: string[]) => execa(process.execPath, [program("cli"), ...args], { env });
    const status = JSON.parse((await run("status", "--json")).stdout) as Record<string, unknown>;
    expect(status).toMatchObject({ isRunning: true, isHealthy: true, address });
    const { url } = JSON.parse((await run("link", "--json")).stdout) as { url: string };
    expect(url).toMatch(new RegExp(`^${address}/login#token=[\\w-]{43}$`));
    expect(box.output()).not.toContain(url);
    const opened = JSON.parse((await run("open", scratch.path, "--json")).stdout) as {
      url: string;
    };
    const next = encodeURIComponent(`/open?path=${encodeURIComponent(scratch.path)}`);
    expect(opened.url).toContain(`${address}/login?next=${next}#token=`);
    const refused = await execa(process.execPath, [program("cli"), "open", "/nowhere"], {
      env,
      reject: false,
    });
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain("expected a folder, found /nowhere");
  });

  it("says where it is in one JSON line for programs that start it", async () => {
    const dataDir = path.join(scratch.path, "json");
    const child = spawn(process.execPath, [program("cli"), "start", "--json"], {
      cwd: root,
      env: { ...process.env, ...env, SIGNALBOX_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    await waitFor(() => output.includes("\n"), { timeoutMs: 45_000, what: "the line" });
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    const said = JSON.parse(output) as { address: string; loginLink: string };
    expect(said).toMatchObject({ dataDir, pid: expect.any(Number) as number });
    expect(said.loginLink).toMatch(new RegExp(`^${said.address}/login#token=`));
  });

  it.each(["web", "worker"])("is healthy again after kill -9 of its %s", async (name) => {
    const before = await readChildren();

    process.kill(before[name] ?? 0, "SIGKILL");

    const after = await waitFor(
      async () => {
        const now = await readChildren();
        const isBack = now[name] !== before[name] && (await readHealth(address)).isHealthy;
        return isBack ? now : null;
      },
      { timeoutMs: 30_000, what: `another ${name}` },
    );
    const other = name === "web" ? "worker" : "web";
    expect(after[other]).toBe(before[other]);
  });

  it("comes up again at the same place after an orderly end", async () => {
    const before = address;
    box.child.kill("SIGTERM");
    expect(await box.exited).toBe(0);

    box = startBox({ PORT: new URL(before).port });
    address = await waitUntilUp(box);

    expect(address).toBe(before);
    expect((await readHealth(address)).isHealthy).toBe(true);
  }, 120_000);
});

/** The shortest of a few tries: other tests that run beside this one only ever make it slower. */
async function fastestOf(tries: number, work: () => Promise<void>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < tries; index += 1) {
    const startedAt = performance.now();
    await work();
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}
