import type pg from "pg";

/** One hash per table, over every row in a fixed order; empty for a table without rows. */
export async function hashTables(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT md5(coalesce(string_agg(row_text, E'\\n' ORDER BY row_text), '')) AS hash
       FROM (SELECT t::text AS row_text FROM "${name}" t) rows`,
    );
    hashes[name] = rows[0]?.hash ?? "";
  }
  return hashes;
}
