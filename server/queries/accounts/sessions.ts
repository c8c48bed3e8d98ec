import type { BrowserSession } from "#server/contracts/accounts.ts";
import type { Actor } from "#server/contracts/actor.ts";
import type { Database } from "#server/store/client.ts";

/** Signed-in browsers, the one seen last first: the actor's own, or everybody's. */
export async function listSessions(
  database: Database,
  actor: Extract<Actor, { kind: "person" }>,
  isAll: boolean,
  now: Date,
): Promise<BrowserSession[]> {
  const rows = await database.prisma.browserSession.findMany({
    where: {
      revokedAt: null,
      expiresAt: { gt: now },
      user: { disabledAt: null },
      ...(isAll ? {} : { userId: actor.userId }),
    },
    include: { user: { select: { handle: true, name: true } } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
  });
  return rows.map((row) => ({
    id: row.id,
    handle: row.user.handle,
    name: row.user.name,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isCurrent: row.id === actor.credentialId,
  }));
}
