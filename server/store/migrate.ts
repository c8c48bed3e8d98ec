/**
 * Applies `prisma/migrations` at start, because Prisma's own engine is a download (architecture §5).
 * Keeps Prisma's layout, table and checksums, so that `prisma migrate status` and `deploy` go on
 * working for whoever has the engine. Never edits or reverts anything.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { newUuid, sha256Hex } from "../lib/ids.ts";
import { planMigrations } from "./migration-plan.ts";
import type { MigrationFile, MigrationRow } from "./migration-plan.ts";

/** The key Prisma's engine locks with, so that the two never migrate at the same time. */
const ADVISORY_LOCK_KEY = 72_707_369;

const CREATE_TABLE = `
CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id"                  VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum"            VARCHAR(64) NOT NULL,
  "finished_at"         TIMESTAMPTZ,
  "migration_name"      VARCHAR(255) NOT NULL,
  "logs"                TEXT,
  "rolled_back_at"      TIMESTAMPTZ,
  "started_at"          TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

export type MigrateOptions = {
  /** The folder that holds `<time>_<name>/migration.sql`. */
  folder: string;
  /** Called once, before the first change to a database that already holds data; throw to stop. */
  beforeUpgrade?: (pending: string[]) => Promise<void>;
};

/** Reads the migrations of `folder` in the order in which they apply (by name). */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(path.join(folder, name, "migration.sql"));
      return { name, checksum: sha256Hex(bytes), sql: bytes.toString("utf8") };
    }),
  );
}

/**
 * Brings the database at `databaseUrl` up to date and returns the names of what was applied, in
 * order. Each migration is one transaction together with its row, so a failing one leaves the
 * database as it was before it. Concurrent callers wait for each other under an advisory lock.
 * Throws {@link MigrationRefused} when database and program do not fit together.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(options.folder);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK_KEY]);
    await client.query(CREATE_TABLE);
    const rows = await readRows(client);
    const pending = planMigrations(files, rows);
    if (pending.length > 0 && rows.length > 0) {
      await options.beforeUpgrade?.(pending.map((file) => file.name));
    }
    for (const file of pending) await applyMigration(client, file);
    return pending.map((file) => file.name);
  } finally {
    // Ending the session gives the lock back, whatever state the connection is in.
    await client.end();
  }
}

async function readRows(client: pg.Client): Promise<MigrationRow[]> {
  const { rows } = await client.query<MigrationRow>(
    `SELECT "migration_name" AS "name", "checksum", "finished_at" AS "finishedAt",
            "rolled_back_at" AS "rolledBackAt"
       FROM "_prisma_migrations" ORDER BY "started_at"`,
  );
  return rows;
}

async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(file.sql);
    await client.query(
      `INSERT INTO "_prisma_migrations"
         ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [newUuid(), file.checksum, file.name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the migration ${file.name} failed and was undone: ${reason}`, {
      cause: error,
    });
  }
}
