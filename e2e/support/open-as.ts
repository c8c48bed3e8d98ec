import type { Browser, BrowserContext } from "@playwright/test";
import pg from "pg";
import type { UserRole } from "#server/contracts/words.ts";
import { newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { sessionCookieName } from "#server/lib/session-cookie.ts";
import type { Product } from "./product.ts";

interface Person {
  handle: string;
  name: string;
  /** A member unless said. */
  role?: UserRole;
  /** A project the person is in; a viewer sees no other. */
  project?: string;
}

/** A browser in which another person is signed in. */
export async function openAs(
  browser: Browser,
  product: Product,
  { handle, name, role = "member", project }: Person,
): Promise<BrowserContext> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  const token = `sbs_${randomToken()}`;
  await client.query(
    `INSERT INTO "User" ("handle", "name", "role") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [handle, name, role],
  );
  await client.query(
    `INSERT INTO "BrowserSession" ("id", "userId", "tokenHash", "expiresAt")
     VALUES ($2, (SELECT "id" FROM "User" WHERE "handle" = $1), $3, now() + interval '1 day')`,
    [handle, newUuid(), sha256Hex(token)],
  );
  await client.query(
    `INSERT INTO "Member" ("projectId", "number", "slug", "name", "kind", "userId")
     SELECT p."id", 900, u."handle", u."name", 'person', u."id"
     FROM "Project" p CROSS JOIN "User" u WHERE p."slug" = $1 AND u."handle" = $2`,
    [project ?? "", handle],
  );
  const { rows } = await client.query<{ instanceId: string }>(
    `SELECT "instanceId" FROM "Installation"`,
  );
  await client.end();
  const context = await browser.newContext({ baseURL: product.url, locale: "en-GB" });
  const cookie = sessionCookieName(rows[0]?.instanceId ?? "");
  await context.addCookies([{ name: cookie, value: token, url: product.url }]);
  return context;
}
