/**
 * The rows every installation has: its own id, the owner, and the tokens that live in files. Run at
 * every start, so that a changed file or variable takes effect and an old token stops working.
 */
import { writeFile } from "node:fs/promises";
import type pg from "pg";
import type { Env } from "../env.ts";
import { newUuid, sha256Hex } from "../lib/ids.ts";
import type { DataFolder } from "./data-folder.ts";
import { ensureSecret } from "./secrets.ts";

const OWNER_HANDLE = "owner";

export type Installation = { instanceId: string; ownerId: number };

/**
 * Makes or checks the rows. Refuses a data directory that belongs to another database (rule 26).
 * Plain SQL, as everything the box does on its way up: the database client would double its time.
 */
export async function ensureInstallation(
  pool: pg.Pool,
  folder: DataFolder,
  env: Pick<Env, "ownerToken">,
  now: Date,
): Promise<Installation> {
  const ownerToken = env.ownerToken ?? (await ensureSecret(folder.ownerTokenFile));
  if (env.ownerToken) await writeFile(folder.ownerTokenFile, `${ownerToken}\n`, { mode: 0o600 });
  const workerToken = await ensureSecret(folder.workerTokenFile);
  await ensureSecret(folder.cookieKeyFile);

  const client = await pool.connect();
  try {
    const existing = await readInstanceId(client);
    const wanted = await ensureSecret(folder.instanceFile, existing ?? newUuid());
    if (existing !== null && existing !== wanted) {
      throw new Error(
        `the data directory ${folder.root} belongs to another database: expected installation ${existing}, found ${wanted}. Set SIGNALBOX_DATA_DIR to this database's own folder`,
      );
    }
    await client.query("BEGIN");
    try {
      await client.query(
        `INSERT INTO "Installation" ("id", "instanceId") VALUES (1, $1) ON CONFLICT ("id") DO NOTHING`,
        [wanted],
      );
      const ownerId = await ensureOwner(client);
      await keepOneToken(client, { kind: "owner", token: ownerToken, userId: ownerId, now });
      await keepOneToken(client, { kind: "worker", token: workerToken, userId: null, now });
      await client.query("COMMIT");
      return { instanceId: wanted, ownerId };
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  } finally {
    client.release();
  }
}

async function readInstanceId(client: pg.PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ instanceId: string }>(
    `SELECT "instanceId" FROM "Installation" WHERE "id" = 1`,
  );
  return rows[0]?.instanceId ?? null;
}

async function ensureOwner(client: pg.PoolClient): Promise<number> {
  await client.query(
    `INSERT INTO "User" ("handle", "name", "role", "isMaintainer")
     VALUES ($1, 'Owner', 'owner', true) ON CONFLICT ("handle") DO NOTHING`,
    [OWNER_HANDLE],
  );
  const { rows } = await client.query<{ id: number }>(
    `SELECT "id" FROM "User" WHERE "handle" = $1`,
    [OWNER_HANDLE],
  );
  const [owner] = rows;
  if (!owner) throw new Error(`User: expected the row of "${OWNER_HANDLE}", found none`);
  return owner.id;
}

async function keepOneToken(
  client: pg.PoolClient,
  wanted: { kind: "owner" | "worker"; token: string; userId: number | null; now: Date },
): Promise<void> {
  const tokenHash = sha256Hex(wanted.token);
  await client.query(
    `UPDATE "ApiToken" SET "revokedAt" = $3
      WHERE "kind" = $1 AND "tokenHash" <> $2 AND "revokedAt" IS NULL`,
    [wanted.kind, tokenHash, wanted.now],
  );
  await client.query(
    `INSERT INTO "ApiToken" ("id", "kind", "userId", "tokenHash") VALUES ($1, $2, $3, $4)
     ON CONFLICT ("tokenHash") DO UPDATE SET "revokedAt" = NULL`,
    [newUuid(), wanted.kind, wanted.userId, tokenHash],
  );
}
