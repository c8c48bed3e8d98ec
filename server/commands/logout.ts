import type { Actor } from "#server/contracts/actor.ts";
import { sessionCookieName } from "#server/lib/session-cookie.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/**
 * Ends the browser session the request came with; its sockets close within seconds (S-09). A script's
 * token is not touched. Returns the name of the cookie to take away.
 */
export async function logout(
  database: Database,
  actor: Actor,
  now: Date,
): Promise<{ cookieName: string }> {
  return inTransaction(database, async (tx) => {
    if (actor.kind === "person" && actor.via === "cookie") {
      const { count } = await tx.browserSession.updateMany({
        where: { id: actor.credentialId, revokedAt: null },
        data: { revokedAt: now },
      });
      if (count > 0) await writeAccountActivity(tx, { actor, kind: "signed_out" });
    }
    const { instanceId } = await tx.installation.findUniqueOrThrow({ where: { id: 1 } });
    return { cookieName: sessionCookieName(instanceId) };
  });
}
