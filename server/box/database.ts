import { readFile, writeFile } from "node:fs/promises";
import pg from "pg";
import { z } from "zod";
import type { Env } from "../env.ts";
import { sleep } from "../lib/abort.ts";
import { findFreePort } from "../lib/free-port.ts";
import { randomToken } from "../lib/ids.ts";
import { describeError } from "../lib/result.ts";
import { CHILD_RESTART_MAX_MS, CHILD_RESTART_MIN_MS } from "../tunables.ts";
import type { DataFolder } from "./data-folder.ts";
import { startCluster } from "./postgres-cluster.ts";
import type { Cluster } from "./postgres-cluster.ts";

const DATABASE = "signalbox";
/** Longer than the children take to leave, so that they can still write when we were killed. */
const ORPHAN_GRACE_MS = 6_000;

export type BoxDatabase = {
  url: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
};

/** The external database when one is configured, else our own server in the data directory. */
export async function openBoxDatabase(
  env: Pick<Env, "databaseUrl">,
  folder: DataFolder,
  onLog: (text: string) => void,
): Promise<BoxDatabase> {
  if (env.databaseUrl) {
    return { url: env.databaseUrl, isEmbedded: false, stop: () => Promise.resolve() };
  }
  const known = await readSettings(folder.postgresFile);
  const settings = {
    password: known?.password ?? randomToken(),
    port: known?.port ?? (await findFreePort()),
  };
  await writeSettings(folder.postgresFile, settings);
  const start = (port: number) =>
    startCluster({
      folder: folder.postgres,
      port,
      password: settings.password,
      orphanGraceMs: ORPHAN_GRACE_MS,
      onLog,
    });
  const cluster = await start(settings.port).catch(async (error: unknown) => {
    // Somebody else may listen on our port by now; any other failure comes again and is reported.
    settings.port = await findFreePort(settings.port);
    await writeSettings(folder.postgresFile, settings);
    return start(settings.port).catch(() => Promise.reject(error));
  });
  await createDatabaseOnce(cluster.url("postgres"));
  const stop = keepRunning(cluster, () => start(settings.port), onLog);
  return { url: cluster.url(DATABASE), isEmbedded: true, stop };
}

/** Starts a server that died again, on the same port; pools reconnect by themselves. */
function keepRunning(
  first: Cluster,
  start: () => Promise<Cluster>,
  onLog: (text: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let current = first;
  const watch = async () => {
    for (let delayMs = CHILD_RESTART_MIN_MS; ;) {
      await current.exited;
      if (stopping.signal.aborted) return;
      onLog(`the database server ended; starting it again in ${delayMs} ms\n`);
      await sleep(delayMs, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        current = await start();
        if (stopping.signal.aborted) return current.stop();
        delayMs = CHILD_RESTART_MIN_MS;
      } catch (error) {
        onLog(`${describeError(error)}\n`);
        delayMs = Math.min(delayMs * 2, CHILD_RESTART_MAX_MS);
      }
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await current.stop();
    await watching;
  };
}

/** The address of the embedded database for commands that run beside a running box. */
export async function findEmbeddedUrl(folder: DataFolder): Promise<string | null> {
  const settings = await readSettings(folder.postgresFile);
  if (!settings) return null;
  return `postgres://signalbox:${settings.password}@127.0.0.1:${settings.port}/${DATABASE}`;
}

const settingsSchema = z.object({ password: z.string().min(1), port: z.number().int().positive() });
type Settings = z.infer<typeof settingsSchema>;

async function readSettings(file: string): Promise<Settings | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : settingsSchema.parse(JSON.parse(text));
}

async function writeSettings(file: string, settings: Settings): Promise<void> {
  await writeFile(file, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}

async function createDatabaseOnce(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${DATABASE}"`);
  } finally {
    await client.end();
  }
}
