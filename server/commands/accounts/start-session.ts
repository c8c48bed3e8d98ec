import { newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { SESSION_TTL_MS, sessionCookieName } from "#server/lib/session-cookie.ts";
import type { Tx } from "#server/store/client.ts";
import type { User } from "#server/store/generated/client.ts";

export type NewSession = {
  user: { slug: string; name: string };
  /** The cookie's name and value; the database keeps only the value's hash. */
  cookieName: string;
  cookieValue: string;
  expiresAt: Date;
};

/** Signs a browser in. Writes no activity: the caller's row says by what. */
export async function startSession(
  tx: Tx,
  user: User,
  userAgent: string | null,
  now: Date,
): Promise<NewSession> {
  const { instanceId } = await tx.installation.findUniqueOrThrow({ where: { id: 1 } });
  const cookieValue = `sbs_${randomToken()}`;
  const expiresAt = new Date(now.getTime() + SESSION_TTL_MS);
  await tx.browserSession.create({
    data: {
      id: newUuid(),
      userId: user.id,
      tokenHash: sha256Hex(cookieValue),
      userAgent: userAgent?.slice(0, 300) ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    },
  });
  await tx.user.update({ where: { id: user.id }, data: { lastSeenAt: now } });
  return {
    user: { slug: user.handle, name: user.name },
    cookieName: sessionCookieName(instanceId),
    cookieValue,
    expiresAt,
  };
}
