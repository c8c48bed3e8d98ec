/** A database server of the product's kind, with everything on that keeps data safe, and ways to hurt it. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startCluster } from "#server/box/postgres-cluster.ts";
import type { Cluster } from "#server/box/postgres-cluster.ts";
import { sleep } from "#server/lib/abort.ts";
import { findFreePort } from "#server/lib/free-port.ts";
import { randomToken } from "#server/lib/ids.ts";
import { migrate } from "#server/store/migrate.ts";
import { migrationsFolder } from "../../postgres.ts";

const TEMPLATE = "signalbox_template";

export interface ChaosPostgres {
  /** A fresh, migrated database. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server as `pg_ctl stop -m immediate` does: no goodbye, no checkpoint. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same port. */
  start(): Promise<void>;
  /** Starts it again unless it runs. */
  restartIfGone(): Promise<void>;
  /** Connections to a database now of clients of that name. */
  connections(database: string, client: string): Promise<number>;
  stop(): Promise<void>;
}

/** `folder` must be one that the server's user can enter. */
export async function startChaosPostgres(folder: string): Promise<ChaosPostgres> {
  const options = { folder, port: await findFreePort(), password: randomToken() };
  let cluster: Cluster = await startCluster(options);
  const admin = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: cluster.url("postgres") });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await admin(`CREATE DATABASE "${TEMPLATE}"`);
  await migrate(cluster.url(TEMPLATE), { folder: migrationsFolder() });
  return {
    async createDatabase(name) {
      await admin(`CREATE DATABASE "${name}" TEMPLATE "${TEMPLATE}"`);
      return cluster.url(name);
    },
    async crash() {
      const file = path.join(folder, "data/postmaster.pid");
      process.kill(Number((await readFile(file, "utf8")).split("\n")[0]), "SIGQUIT");
      await cluster.exited;
    },
    async start() {
      cluster = await startCluster(options);
    },
    async restartIfGone() {
      const isGone = await Promise.race([cluster.exited.then(() => true), sleep(100)]);
      if (isGone) cluster = await startCluster(options);
    },
    async connections(database, client) {
      const [row] = await admin<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = '${database}' AND application_name = '${client}'`,
      );
      return Number(row?.count ?? 0);
    },
    stop: () => cluster.stop(),
  };
}
