import type pg from "pg";

/** The account that whoever may read the data directory acts as. */
export async function findOwnerId(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT "id" FROM "User" WHERE "role" = 'owner' AND "disabledAt" IS NULL ORDER BY "id" LIMIT 1`,
  );
  const [owner] = rows;
  if (!owner) throw new Error("User: expected an owner who may sign in, found none");
  return owner.id;
}
