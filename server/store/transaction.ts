import type { Database, Tx } from "./client.ts";

/** Postgres codes that mean "nothing happened, try again": serialization failure, deadlock. */
const retryableCodes = new Set(["40001", "40P01", "P2034"]);
const maxTries = 4;

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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.prisma.$transaction(work, {
        maxWait: 10_000,
        timeout: 30_000,
      });
    } catch (error) {
      if (attempt >= maxTries || codeOf(error) === undefined) throw error;
    }
  }
}
