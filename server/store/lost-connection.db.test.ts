import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { waitFor } from "../testing/wait-for.ts";
import { Prisma } from "./generated/client.ts";
import { inSqlTransaction } from "./transaction.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** An error nobody listens to ends a process; the test runner reports it as a failure of its own. */
it("a connection that dies in the middle of a transaction fails that transaction and nothing else", async () => {
  const { database } = test;
  const work = inSqlTransaction(database, async (sql) => {
    const [row] = await sql.$queryRaw<{ pid: number }[]>(
      Prisma.sql`SELECT pg_backend_pid() AS pid`,
    );
    await database.prisma.$executeRaw`SELECT pg_terminate_backend(${row?.pid ?? 0})`;
    await waitFor(async () => {
      const rows = await database.prisma.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE pid = ${row?.pid ?? 0}`;
      return rows.length === 0;
    });
    // Between two statements: nothing waits for the answer that says so.
    await new Promise((resolve) => setImmediate(resolve));
    return sql.$queryRaw(Prisma.sql`SELECT 1`);
  });
  await expect(work).rejects.toThrow();
  expect(await database.sql.$queryRaw(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
});
