/**
 * A private database server for tests, benchmarks and browser runs. It keeps nothing safe on disk
 * and dies with the process that started it, even when that one is killed.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startCluster } from "../box/postgres-cluster.ts";
import { findFreePort } from "../lib/free-port.ts";
import { randomToken } from "../lib/ids.ts";
import { findProjectRoot } from "../lib/project-root.ts";
import { migrate } from "../store/migrate.ts";

const TEMPLATE = "signalbox_template";

export type TestPostgres = {
  /** Address of the administrative database; `cloneTemplate` works with it in any process. */
  adminUrl: string;
  stop(): Promise<void>;
};

/** Starts the server and prepares the migrated template. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), "signalbox-postgres-"));
  // The server's own user must be able to walk through; the files themselves are 0700 below.
  await chmod(folder, 0o711);
  const cluster = await startCluster({
    folder: path.join(folder, "cluster"),
    port: await findFreePort(),
    password: randomToken(),
    isScratch: true,
  });
  const adminUrl = cluster.url("postgres");
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runAsAdmin(adminUrl, `CREATE DATABASE "${TEMPLATE}"`);
    await migrate(cluster.url(TEMPLATE), { folder: migrationsFolder() });
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl, stop };
}

export function migrationsFolder(): string {
  return path.join(findProjectRoot(), "prisma/migrations");
}

export type TestDatabaseSource = {
  /** `false`: an empty database instead of a copy of the migrated template. */
  isMigrated?: boolean;
};

/** Makes a database of its own for the caller; returns its address. */
export async function cloneTemplate(
  adminUrl: string,
  { isMigrated = true }: TestDatabaseSource = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomToken(9).replaceAll("-", "_").toLowerCase()}_${process.pid}`;
  const source = isMigrated ? TEMPLATE : "template0";
  await runAsAdmin(adminUrl, `CREATE DATABASE "${name}" TEMPLATE "${source}" STRATEGY FILE_COPY`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
