/**
 * The way to Postgres: one pool, shared by Prisma and by the hand-written SQL in `store/sql/`.
 * Owns connections and nothing else; what may be read or written is decided by its callers.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "./generated/client.ts";
import type { Prisma } from "./generated/client.ts";
import { createSqlRunner } from "./sql-runner.ts";
import type { SqlRunner } from "./sql-runner.ts";
import { createStatementNames } from "./statement-names.ts";
import { takeTurns } from "./take-turns.ts";

export type Database = {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Connections for hand-written SQL alone (see `sql-runner.ts`). */
  sqlPool: pg.Pool;
  /** Single statements on them. */
  sql: SqlRunner;
  /** Ends Prisma and the pool; safe to call twice. */
  close(): Promise<void>;
};

/**
 * Compiling a statement that runs for a millisecond takes a hundred. READ COMMITTED is what every
 * transaction of ours is (rule 8): said once for the connection, not by a statement in each.
 */
const SESSION =
  "SET jit = off; SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED";

/**
 * Planning the large statements of a tick costs more than running them, and their plans do not depend on
 * their values: planned once per connection. Not for Prisma's statements, whose constants are values too,
 * so that a plan for all values cannot use a partial index.
 */
const SQL_SESSION = `${SESSION}; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off`;

/** A tick, an admission, a few ends at once: no transaction waits for a second connection. */
const SQL_CONNECTIONS = 4;

/** What `pg` knows beyond its types. */
interface PoolSettings extends Omit<pg.PoolConfig, "onConnect"> {
  /** The pool waits for what it returns. */
  onConnect: (client: pg.ClientBase) => Promise<void>;
  /** Statements are sent without waiting for the answers to those before them. */
  pipeline?: boolean;
}

/** The client inside `prisma.$transaction(async (tx) => …)`. */
export type Tx = Prisma.TransactionClient;

export type DatabaseOptions = {
  /** Largest number of connections this process opens (default 10). */
  maxConnections?: number;
  /** Told about connections that died while idle; the pool replaces them by itself. */
  onConnectionLost?: (error: Error) => void;
};

/** Opens a pool on `databaseUrl`. Connects at the first query, not here. */
export function createDatabase(databaseUrl: string, options: DatabaseOptions = {}): Database {
  // Without a listener a server restart would end the process through an unhandled 'error'.
  const onConnectionLost = options.onConnectionLost ?? (() => undefined);
  const open = (settings: PoolSettings): pg.Pool =>
    new pg.Pool({ connectionString: databaseUrl, ...settings })
      .on("error", onConnectionLost)
      // The pool listens to idle connections only. Of one in use the next statement tells.
      .on("connect", (client) => client.on("error", () => undefined));
  const pool = open({
    max: options.maxConnections ?? 10,
    onConnect: async (client) => {
      takeTurns(client);
      await client.query(SESSION);
    },
  });
  const sqlPool = open({
    max: SQL_CONNECTIONS,
    pipeline: true,
    onConnect: async (client) => void (await client.query(SQL_SESSION)),
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: createStatementNames() }),
  });
  let closing: Promise<void> | undefined;
  return {
    prisma,
    pool,
    sqlPool,
    sql: createSqlRunner(sqlPool),
    close() {
      closing ??= prisma
        .$disconnect()
        .then(() => Promise.all([pool.end(), sqlPool.end()]))
        .then(() => undefined);
      return closing;
    },
  };
}

// Next's bundle and our own server code each load this module, so the one pool per process
// lives on globalThis instead of in module state.
const registry = globalThis as { __signalboxDatabase?: Database };

/** The process-wide database, made from `DATABASE_URL` at the first call. */
export function getDatabase(): Database {
  if (!registry.__signalboxDatabase) {
    const databaseUrl = process.env["DATABASE_URL"];
    if (!databaseUrl) {
      throw new Error("DATABASE_URL: expected the database's address, found nothing");
    }
    registry.__signalboxDatabase = createDatabase(databaseUrl);
  }
  return registry.__signalboxDatabase;
}

/** Makes `database` the process-wide one; entry files call it once with their own pool size. */
export function setDatabase(database: Database): void {
  registry.__signalboxDatabase = database;
}
