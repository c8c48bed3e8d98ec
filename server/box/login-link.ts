import type pg from "pg";
import { randomToken, newUuid, sha256Hex } from "../lib/ids.ts";
import { buildLoginLink } from "../lib/login-link.ts";
import { LOGIN_LINK_TTL_MS } from "../tunables.ts";

/** Makes a link that logs a browser in as `userId`, once, within ten minutes. Only its hash is kept. */
export async function createLoginLink(
  pool: pg.Pool,
  options: { baseUrl: string; userId: number; now: Date; next?: string },
): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(options.now.getTime() + LOGIN_LINK_TTL_MS);
  await pool.query(
    `INSERT INTO "ApiToken" ("id", "kind", "userId", "tokenHash", "createdAt", "expiresAt")
     VALUES ($1, 'login_link', $2, $3, $4, $5)`,
    [newUuid(), options.userId, sha256Hex(token), options.now, expiresAt],
  );
  return buildLoginLink(options.baseUrl, token, options.next);
}
