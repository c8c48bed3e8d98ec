/** One `migration.sql` on disk. `checksum` is the SHA-256 of the file's bytes, as Prisma computes it. */
export type MigrationFile = { name: string; checksum: string; sql: string };

/** One row of `_prisma_migrations`. */
export type MigrationRow = {
  name: string;
  checksum: string;
  finishedAt: Date | null;
  rolledBackAt: Date | null;
};

/** The database and the program do not fit together; `message` says what to do. */
export class MigrationRefused extends Error {
  override name = "MigrationRefused";
}

/**
 * Which of `files` (in order of application) are still to be applied on a database with `rows`.
 * Throws {@link MigrationRefused} for a database newer than the program, an applied migration whose
 * file changed since, and one that an outside tool left half-way.
 */
export function planMigrations(files: MigrationFile[], rows: MigrationRow[]): MigrationFile[] {
  const applied = new Map(rows.filter((row) => !row.rolledBackAt).map((row) => [row.name, row]));
  const known = new Set(files.map((file) => file.name));

  const newer = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (newer.length > 0) {
    throw new MigrationRefused(
      `the database is newer than this program: it holds the migration ${newer.at(-1)}, which this version does not know. Start the newer version, or restore a backup from before the upgrade`,
    );
  }
  for (const file of files) {
    const row = applied.get(file.name);
    if (!row) continue;
    if (!row.finishedAt) {
      throw new MigrationRefused(
        `the migration ${file.name} was begun by another tool and never finished; resolve it there (prisma migrate resolve) and start again`,
      );
    }
    if (row.checksum !== file.checksum) {
      throw new MigrationRefused(
        `the migration ${file.name} was changed after it was applied: expected checksum ${row.checksum}, found ${file.checksum}`,
      );
    }
  }
  return files.filter((file) => !applied.has(file.name));
}
