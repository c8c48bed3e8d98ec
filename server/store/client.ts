/**
 * The way to Postgres: one pool, shared by Prisma and by the hand-written SQL in `store/sql/`.
 * Owns connections and nothing else; what may be read or written is decided by its callers.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "./generated/client.ts";
import type { Prisma } from "./generated/client.ts";
import { createStatementNames } from "./statement-names.ts";
import { takeTurns } from "./take-turns.ts";

export type Database = {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Ends Prisma and the pool; safe to call twice. */
  close(): Promise<void>;
};

/**
 * Compiling a statement that runs for a millisecond takes a hundred. READ COMMITTED is what every
 * transaction of ours is (rule 8): said once for the connection, not by a statement in each.
 */
const SESSION =
  "SET jit = off; SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED";

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
  // The pool waits for what `onConnect` returns, which its types do not say.
  const settings: pg.PoolConfig & { onConnect(client: pg.ClientBase): Promise<void> } = {
    connectionString: databaseUrl,
    max: options.maxConnections ?? 10,
    onConnect: async (client) => {
      takeTurns(client);
      await client.query(SESSION);
    },
  };
  const pool = new pg.Pool(settings);
  // Without a listener a server restart would end the process through an unhandled 'error'.
  const onConnectionLost = options.onConnectionLost ?? (() => undefined);
  pool.on("error", onConnectionLost);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: createStatementNames() }),
  });
  let closing: Promise<void> | undefined;
  return {
    prisma,
    pool,
    close() {
      closing ??= prisma.$disconnect().then(() => pool.end());
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
