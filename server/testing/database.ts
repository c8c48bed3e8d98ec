/** Databases for `*.db.test.ts` and `*.proc.test.ts`: real PostgreSQL, one copy per test file. */
import { inject } from "vitest";
import { createDatabase } from "../store/client.ts";
import type { Database } from "../store/client.ts";
import { cloneTemplate } from "./postgres.ts";
import type { TestDatabaseSource } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresAdminUrl: string;
  }
}

export type TestDatabase = {
  url: string;
  database: Database;
  /** Closes the pool and drops the database. Call it in `afterAll`. */
  close(): Promise<void>;
};

/** A fresh, migrated (or empty: `{ isMigrated: false }`) database with a pool on it. */
export async function createTestDatabase(source: TestDatabaseSource = {}): Promise<TestDatabase> {
  const { url, drop } = await cloneTemplate(inject("postgresAdminUrl"), source);
  const database = createDatabase(url, { maxConnections: 10 });
  return {
    url,
    database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
