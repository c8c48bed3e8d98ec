import type { PersonalToken } from "#server/contracts/accounts.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { toToken } from "#server/queries/accounts/tokens.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { LOGIN_LINK_TTL_MS } from "#server/tunables.ts";

type Person = Extract<Actor, { kind: "person" }>;

const DAY_MS = 24 * 3_600_000;

/** A Bearer token with the rights of the person who makes it. It is shown this once; its hash is kept. */
export async function createToken(
  database: Database,
  actor: Person,
  input: { name: string; expiresInDays?: number | undefined },
  now: Date,
): Promise<PersonalToken & { token: string }> {
  const token = `sbp_${randomToken()}`;
  const days = input.expiresInDays;
  return inTransaction(database, async (tx) => {
    const row = await tx.apiToken.create({
      data: {
        id: newUuid(),
        kind: "personal",
        name: input.name,
        userId: actor.userId,
        tokenHash: sha256Hex(token),
        createdAt: now,
        expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
      },
    });
    await writeAccountActivity(tx, {
      actor,
      kind: "token_created",
      data: { token: row.id, name: input.name },
    });
    return { ...toToken(row), token };
  });
}

/** Ends an own token, or anybody's for owners. Ended already is no error; 404 `TOKEN_UNKNOWN`. */
export async function revokeToken(
  database: Database,
  actor: Person,
  id: string,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const owned = actor.role === "owner" ? {} : { userId: actor.userId };
    const row = await tx.apiToken.findFirst({ where: { id, kind: "personal", ...owned } });
    if (!row) throw new Failure(404, "TOKEN_UNKNOWN", `no token ${id}`);
    const { count } = await tx.apiToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) return;
    await writeAccountActivity(tx, {
      actor,
      kind: "token_revoked",
      data: { token: id, name: row.name },
    });
  });
}

/** A link that signs the same person in on another device, once, within ten minutes (ux 25). */
export async function createOwnLoginLink(
  database: Database,
  actor: Person,
  now: Date,
): Promise<{ path: string; expiresAt: string }> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + LOGIN_LINK_TTL_MS);
  await inTransaction(database, async (tx) => {
    await tx.apiToken.create({
      data: {
        id: newUuid(),
        kind: "login_link",
        userId: actor.userId,
        tokenHash: sha256Hex(token),
        createdAt: now,
        expiresAt,
      },
    });
    await writeAccountActivity(tx, { actor, kind: "login_link_created" });
  });
  return { path: `/login#token=${token}`, expiresAt: expiresAt.toISOString() };
}
