import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

type Person = Extract<Actor, { kind: "person" }>;

/**
 * Ends a signed-in browser: an own one, or anybody's for owners; its sockets close within seconds
 * (S-09). Ended already is no error; 404 `SESSION_UNKNOWN` for somebody else's.
 */
export async function endSession(
  database: Database,
  actor: Person,
  id: string,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const session = await tx.browserSession.findFirst({
      where: { id, ...(actor.role === "owner" ? {} : { userId: actor.userId }) },
      include: { user: true },
    });
    if (!session) throw new Failure(404, "SESSION_UNKNOWN", `no session ${id}`);
    const { count } = await tx.browserSession.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) return;
    await writeAccountActivity(tx, {
      actor,
      kind: "session_ended",
      data: { person: session.user.handle, session: id },
    });
  });
}

/** Ends every other browser session of the actor; returns how many. */
export async function endOtherSessions(
  database: Database,
  actor: Person,
  now: Date,
): Promise<{ endedSessions: number }> {
  return inTransaction(database, async (tx) => {
    const { count } = await tx.browserSession.updateMany({
      where: {
        userId: actor.userId,
        revokedAt: null,
        expiresAt: { gt: now },
        id: { not: actor.credentialId },
      },
      data: { revokedAt: now },
    });
    if (count > 0) {
      await writeAccountActivity(tx, {
        actor,
        kind: "session_ended",
        data: { person: actor.slug, endedSessions: count },
      });
    }
    return { endedSessions: count };
  });
}
