import { randomToken, newUuid, sha256Hex } from "../lib/ids.ts";
import { buildLoginLink } from "../lib/login-link.ts";
import type { Database } from "../store/client.ts";
import { LOGIN_LINK_TTL_MS } from "../tunables.ts";

/** Makes a link that logs a browser in as `userId`, once, within ten minutes. Only its hash is kept. */
export async function createLoginLink(
  database: Database,
  options: { baseUrl: string; userId: number; now: Date; next?: string },
): Promise<string> {
  const token = randomToken();
  await database.prisma.apiToken.create({
    data: {
      id: newUuid(),
      kind: "login_link",
      userId: options.userId,
      tokenHash: sha256Hex(token),
      createdAt: options.now,
      expiresAt: new Date(options.now.getTime() + LOGIN_LINK_TTL_MS),
    },
  });
  return buildLoginLink(options.baseUrl, token, options.next);
}
