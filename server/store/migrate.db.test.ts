import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";

let folder: string;
let test: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "signalbox-migrations-"));
  test = await createTestDatabase({ isMigrated: false });
});

afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  return rows.map((row) => row.name);
}

describe("migrate", () => {
  it("applies every migration of an empty database in order and records it", async () => {
    await write("2_second", "ALTER TABLE first ADD COLUMN b int");
    await write("1_first", "CREATE TABLE first (a int); CREATE TABLE other (a int);");

    expect(await migrate(test.url, { folder })).toEqual(["1_first", "2_second"]);

    expect(await tables()).toEqual(["_prisma_migrations", "first", "other"]);
    const { rows } = await test.database.pool.query(
      `SELECT migration_name, applied_steps_count, finished_at IS NOT NULL AS finished,
              length(checksum) AS digits FROM _prisma_migrations ORDER BY migration_name`,
    );
    expect(rows).toEqual([
      { migration_name: "1_first", applied_steps_count: 1, finished: true, digits: 64 },
      { migration_name: "2_second", applied_steps_count: 1, finished: true, digits: 64 },
    ]);
  });

  it("does nothing on a database that is up to date", async () => {
    await write("1_first", "CREATE TABLE first (a int)");
    await migrate(test.url, { folder });

    expect(await migrate(test.url, { folder })).toEqual([]);
  });

  it("lets only one of two concurrent callers apply a migration", async () => {
    await write("1_first", "CREATE TABLE first (a int)");

    const applied = await Promise.all([
      migrate(test.url, { folder }),
      migrate(test.url, { folder }),
    ]);

    expect(applied.flat()).toEqual(["1_first"]);
  });

  it("refuses a migration whose file changed after it was applied", async () => {
    await write("1_first", "CREATE TABLE first (a int)");
    await migrate(test.url, { folder });
    await write("1_first", "CREATE TABLE first (a text)");

    await expect(migrate(test.url, { folder })).rejects.toThrow(
      /1_first was changed after it was applied/,
    );
  });

  it("refuses a database that holds a migration this program does not know", async () => {
    await write("1_first", "CREATE TABLE first (a int)");
    await write("2_second", "CREATE TABLE second (a int)");
    await migrate(test.url, { folder });
    await rm(path.join(folder, "2_second"), { recursive: true });

    await expect(migrate(test.url, { folder })).rejects.toThrow(
      /newer than this program.*2_second/,
    );
  });

  it("undoes the whole of a failing migration and keeps the ones before it", async () => {
    await write("1_first", "CREATE TABLE first (a int)");
    await write("2_second", "CREATE TABLE second (a int); INSERT INTO nowhere VALUES (1)");

    await expect(migrate(test.url, { folder })).rejects.toThrow(/2_second failed and was undone/);

    expect(await tables()).toEqual(["_prisma_migrations", "first"]);
    await write("2_second", "CREATE TABLE second (a int)");
    expect(await migrate(test.url, { folder })).toEqual(["2_second"]);
  });

  it("calls beforeUpgrade for a database with data, not for a fresh one", async () => {
    const calls: string[][] = [];
    const beforeUpgrade = (pending: string[]) => Promise.resolve(void calls.push(pending));
    await write("1_first", "CREATE TABLE first (a int)");
    await migrate(test.url, { folder, beforeUpgrade });
    await write("2_second", "CREATE TABLE second (a int)");
    await migrate(test.url, { folder, beforeUpgrade });

    expect(calls).toEqual([["2_second"]]);
  });
});
