import type { Actor } from "#server/contracts/actor.ts";
import { sessionCookieName } from "#server/lib/session-cookie.ts";
import type { Database } from "#server/store/client.ts";

/**
 * Ends the browser session the request came with; its sockets close within seconds (S-09). A script's
 * token is not touched. Returns the name of the cookie to take away.
 */
export async function logout(
  database: Database,
  actor: Actor,
  now: Date,
): Promise<{ cookieName: string }> {
  if (actor.kind === "person" && actor.via === "cookie") {
    await database.prisma.browserSession.updateMany({
      where: { id: actor.credentialId, revokedAt: null },
      data: { revokedAt: now },
    });
  }
  const { instanceId } = await database.prisma.installation.findUniqueOrThrow({ where: { id: 1 } });
  return { cookieName: sessionCookieName(instanceId) };
}
