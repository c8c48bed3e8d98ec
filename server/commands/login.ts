import { Failure } from "#server/contracts/failure.ts";
import { newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { SESSION_TTL_MS, sessionCookieName } from "#server/lib/session-cookie.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { User } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

export type NewSession = {
  user: { slug: string; name: string };
  /** The cookie's name and value; the database keeps only the value's hash. */
  cookieName: string;
  cookieValue: string;
  expiresAt: Date;
};

/**
 * Exchanges a token for a browser session: a login link (once, within ten minutes, also when two
 * browsers open it at the same moment), the owner's token, or a personal one. 401 `TOKEN_REFUSED`
 * says no more than that.
 */
export async function login(
  database: Database,
  input: { token: string; userAgent: string | null },
  now: Date,
): Promise<NewSession> {
  return inTransaction(database, async (tx) => {
    const user = await findUser(tx, sha256Hex(input.token), now);
    if (!user || user.disabledAt) {
      throw new Failure(
        401,
        "TOKEN_REFUSED",
        "this link or token does not work (any more): `signalbox link` prints a new link",
      );
    }
    const { instanceId } = await tx.installation.findUniqueOrThrow({ where: { id: 1 } });
    const cookieValue = `sbs_${randomToken()}`;
    const expiresAt = new Date(now.getTime() + SESSION_TTL_MS);
    await tx.browserSession.create({
      data: {
        id: newUuid(),
        userId: user.id,
        tokenHash: sha256Hex(cookieValue),
        userAgent: input.userAgent?.slice(0, 300) ?? null,
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
  });
}

async function findUser(tx: Tx, tokenHash: string, now: Date): Promise<User | null> {
  const token = await tx.apiToken.findUnique({ where: { tokenHash }, include: { user: true } });
  if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now)) return null;
  if (token.kind === "login_link") {
    // The update finds the row unused for exactly one of two callers.
    const { count } = await tx.apiToken.updateMany({
      where: { tokenHash, usedAt: null, revokedAt: null },
      data: { usedAt: now },
    });
    if (count !== 1) return null;
  } else if (token.kind !== "owner" && token.kind !== "personal") {
    return null;
  }
  return (
    token.user ?? (token.kind === "owner" || token.kind === "login_link" ? keepOwner(tx) : null)
  );
}

/** The first person of an installation. */
async function keepOwner(tx: Tx): Promise<User> {
  return tx.user.upsert({
    where: { handle: "owner" },
    create: { handle: "owner", name: "Owner", role: "owner", isMaintainer: true },
    update: {},
  });
}
