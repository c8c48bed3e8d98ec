import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { expect, it } from "vitest";
import { diffSchemas } from "../../scripts/schema-engine.mjs";
import { createTestDatabase } from "../testing/database.ts";

const CATALOGUES = {
  columns: `
    SELECT table_name, column_name, data_type, udt_name, character_maximum_length,
           numeric_precision, numeric_scale, datetime_precision, is_nullable, column_default
      FROM information_schema.columns WHERE table_schema = 'public'`,
  constraints: `
    SELECT conrelid::regclass::text AS table_name, conname, contype,
           pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u')`,
  // Partial and expression indexes and those of an extension are hand-written: Prisma cannot say them.
  indexes: `
    SELECT tablename, indexname, indexdef FROM pg_indexes
      JOIN pg_index ON indexrelid = (quote_ident(schemaname) || '.' || quote_ident(indexname))::regclass
      JOIN pg_class ON pg_class.oid = indexrelid
      JOIN pg_am ON pg_am.oid = relam AND amname = 'btree'
     WHERE schemaname = 'public' AND indpred IS NULL AND indexprs IS NULL`,
  enums: `
    SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid`,
};

async function readCatalogues(pool: pg.Pool): Promise<Record<string, string[]>> {
  const result: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(CATALOGUES)) {
    const { rows } = await pool.query<Record<string, unknown>>(sql);
    result[name] = rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !row.includes("_prisma_migrations"))
      .sort();
  }
  return result;
}

it("the migrated database equals the schema", async () => {
  const schema = await readFile(
    path.resolve(import.meta.dirname, "../../prisma/schema.prisma"),
    "utf8",
  );
  const migrated = await createTestDatabase();
  const wanted = await createTestDatabase({ isMigrated: false });
  try {
    await wanted.database.pool.query(await diffSchemas(null, schema));

    const [found, expected] = await Promise.all([
      readCatalogues(migrated.database.pool),
      readCatalogues(wanted.database.pool),
    ]);

    expect(expected["columns"]?.length).toBeGreaterThan(50);
    expect(found).toEqual(expected);
  } finally {
    await migrated.close();
    await wanted.close();
  }
});
