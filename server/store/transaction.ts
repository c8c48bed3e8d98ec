import type { Duplex } from "node:stream";
import type pg from "pg";
import type { Database, Tx } from "./client.ts";
import type { Prisma } from "./generated/client.ts";
import { createSqlRunner } from "./sql-runner.ts";
import type { SqlRunner } from "./sql-runner.ts";

/** Postgres codes that mean "nothing happened, try again": serialization failure, deadlock. */
const retryableCodes = new Set(["40001", "40P01", "P2034"]);
const maxTries = 4;
/** Like Prisma's own transactions, one waits this long at most for a lock. */
const BEGIN = "BEGIN; SET LOCAL lock_timeout = '30s'";

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, meta } = error as {
    code?: unknown;
    meta?: { code?: unknown; driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  for (const found of [meta?.driverAdapterError?.cause?.originalCode, meta?.code, code]) {
    if (typeof found === "string" && retryableCodes.has(found)) return found;
  }
  return undefined;
}

/**
 * Runs one READ COMMITTED transaction (the default of every connection, see `client.ts`); deadlock and
 * serialisation errors are tried three times more (rules 8). Locks inside are taken in one order: slot row, budget row, group rows by name, column
 * rows by id, ticket, run, project revision row last.
 */
export async function inTransaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withRetries(() =>
    database.prisma.$transaction(work, { maxWait: 10_000, timeout: 30_000 }),
  );
}

/**
 * The same for work that is hand-written SQL alone (see `sql-runner.ts`). Nothing waits for the answer to
 * BEGIN, and the statement that is said to be the last (`queryLast`) takes COMMIT along: a transaction
 * costs no turns between here and the database beside those of its own statements.
 */
export async function inSqlTransaction<T>(
  database: Database,
  work: (sql: SqlRunner) => Promise<T>,
): Promise<T> {
  return withRetries(async () => {
    const client = await database.sqlPool.connect();
    let broken: Error | undefined;
    try {
      return await onConnection(client, work);
    } catch (error) {
      // A connection that cannot even roll back is not given to anybody else.
      await client.query("ROLLBACK").catch((lost: Error) => (broken = lost));
      throw error;
    } finally {
      client.release(broken);
    }
  });
}

async function onConnection<T>(
  client: pg.PoolClient,
  work: (sql: SqlRunner) => Promise<T>,
): Promise<T> {
  const runner = createSqlRunner(client);
  const end = { isSent: false };
  sendTogether(client);
  const begun = client.query(BEGIN);
  const answer = work({
    ...runner,
    async $queryLast<R>(query: Prisma.Sql): Promise<R> {
      sendTogether(client);
      const rows = runner.$queryRaw<R>(query);
      end.isSent = true;
      // After a statement that failed it is a rollback.
      return (await Promise.all([rows, client.query("COMMIT")]))[0];
    },
  });
  // Whatever fails first is why the others fail.
  const [, found] = await Promise.all([begun, answer]);
  if (!end.isSent) await client.query("COMMIT");
  return found;
}

/** What is sent on this connection until the next turn of the event loop goes as one packet. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  setImmediate(() => stream.uncork());
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= maxTries || codeOf(error) === undefined) throw error;
    }
  }
}
