import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sleep } from "#server/lib/abort.ts";
import { findFreePort } from "#server/lib/free-port.ts";
import { waitFor } from "#server/testing/wait-for.ts";

/**
 * The whole product as a person starts it: the box with its embedded database, web, worker and
 * keepers, in a private data directory on a free port, with the scripted agent CLI as `claude`.
 */
export interface Product {
  url: string;
  dataDir: string;
  homeDir: string;
  ownerToken: string;
  /**
   * Calls the API with the owner's token; throws with the answer's text unless 2xx. A refusal for too
   * many calls is waited out as it says.
   */
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** A one-time login link, as `signalbox link` prints it. */
  loginLink(): Promise<string>;
  /** Process id of a child of the box, by the name of its bundle. */
  childPid(name: "web" | "worker"): Promise<number>;
  /** The box and everything it started, database and agents' keepers among it. */
  processIds(): Promise<number[]>;
  /** Address of the embedded database with its password. */
  databaseUrl(): Promise<string>;
  /** Ends the whole product as Ctrl+C does and starts it again on the same data directory and port. */
  restart(): Promise<{ startMs: number }>;
  stop(): Promise<void>;
}

const programRoot = resolve(import.meta.dirname, "../..");

interface Box {
  process: ChildProcess;
  output: () => string;
}

function startBox(env: NodeJS.ProcessEnv): Box {
  const child = spawn(process.execPath, [join(programRoot, "dist/main.js"), "--no-open"], {
    cwd: programRoot,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return { process: child, output: () => text };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).status === 200;
  } catch {
    return false;
  }
}

async function waitForHealth(url: string, box: Box): Promise<void> {
  await waitFor(
    async () => {
      if (box.process.exitCode !== null) throw new Error(`the box left early:\n${box.output()}`);
      return isHealthy(url);
    },
    { timeoutMs: 60_000, intervalMs: 100 },
  ).catch((error: unknown) => {
    throw new Error(`not healthy: ${String(error)}\n${box.output()}`);
  });
}

async function endBox(box: Box): Promise<void> {
  if (box.process.exitCode !== null || box.process.signalCode !== null) return;
  const left = new Promise<void>((done) => box.process.once("exit", () => done()));
  box.process.kill("SIGTERM");
  await left;
}

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  const below = await Promise.all(children.map((child) => descendantsOf(child.pid)));
  return [...children.map((child) => child.pid), ...below.flat()];
}

async function childrenOf(pid: number): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = await readFile(`/proc/${entry}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      if (parent !== pid) continue;
      const command = (await readFile(`/proc/${entry}/cmdline`, "utf8")).replaceAll("\0", " ");
      found.push({ pid: Number(entry), command });
    } catch {
      // The process ended while we looked.
    }
  }
  return found;
}

/** Starts the product. `env` adds variables, e.g. `FAKE_CLAUDE_SPEED`. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const root = await mkdtemp(join(tmpdir(), "signalbox-e2e-"));
  await chmod(root, 0o755); // the database's own user has to pass through
  const dataDir = join(root, "data");
  const homeDir = join(root, "home");
  await mkdir(homeDir, { recursive: true });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const boxEnv: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: homeDir,
    LANG: "C.UTF-8",
    TZ: "UTC",
    PORT: String(port),
    SIGNALBOX_DATA_DIR: dataDir,
    SIGNALBOX_ROOTS: root,
    SIGNALBOX_CLAUDE_BIN: join(programRoot, "dist/fake-claude.js"),
    SIGNALBOX_AGENT_ENV: "FAKE_CLAUDE_SPEED,FAKE_CLAUDE_LOG",
    FAKE_CLAUDE_LOG: join(root, "agents.log"),
    ...env,
  };
  let box = startBox(boxEnv);
  try {
    await waitForHealth(url, box);
  } catch (error) {
    await endBox(box);
    throw error;
  }
  const ownerToken = (await readFile(join(dataDir, "owner-token"), "utf8")).trim();

  const childPid = async (name: "web" | "worker"): Promise<number> => {
    const child = (await childrenOf(box.process.pid ?? 0)).find(({ command }) =>
      command.includes(`${name}.js`),
    );
    if (!child) throw new Error(`the box has no child ${name}`);
    return child.pid;
  };

  const api: Product["api"] = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ownerToken}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status === 429) {
      await sleep(Number(answer.headers.get("retry-after") ?? 1) * 1_000);
      return api(method, path, body);
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const stopAgents = async (): Promise<void> => {
    const projects = await api<{ slug: string }[]>("GET", "/projects");
    for (const { slug } of projects) {
      await api("POST", `/projects/${slug}/pause`, { paused: true, stopRunning: true });
    }
    await waitFor(async () => (await api<unknown[]>("GET", "/runs?active=true")).length === 0, {
      timeoutMs: 20_000,
      intervalMs: 200,
    });
  };

  return {
    url,
    dataDir,
    homeDir,
    ownerToken,
    api,
    async loginLink() {
      const cli = spawn(process.execPath, [join(programRoot, "dist/cli.js"), "link"], {
        env: boxEnv,
      });
      let text = "";
      cli.stdout.setEncoding("utf8");
      cli.stdout.on("data", (chunk: string) => {
        text += chunk;
      });
      await new Promise((done) => cli.once("close", done));
      const link = /http:\/\/\S+/.exec(text)?.[0];
      if (!link) throw new Error(`signalbox link printed no link: ${text}`);
      return link;
    },
    childPid,
    async processIds() {
      const boxPid = box.process.pid ?? 0;
      return [boxPid, ...(await descendantsOf(boxPid))];
    },
    async databaseUrl() {
      const environment = await readFile(`/proc/${await childPid("web")}/environ`, "utf8");
      const url = /(?:^|\0)DATABASE_URL=([^\0]+)/.exec(environment)?.[1];
      if (!url) throw new Error("the web process was given no DATABASE_URL");
      return url;
    },
    async restart() {
      await endBox(box);
      const beganMs = performance.now();
      box = startBox(boxEnv);
      await waitForHealth(url, box);
      return { startMs: performance.now() - beganMs };
    },
    async stop() {
      // Agents outlive the box on purpose; a test's agents must not outlive the test.
      await stopAgents().catch(() => undefined);
      await endBox(box);
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
