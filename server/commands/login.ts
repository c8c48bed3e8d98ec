import { Failure } from "#server/contracts/failure.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { checkPassword } from "#server/lib/password.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { User } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { startSession } from "./accounts/start-session.ts";
import type { NewSession } from "./accounts/start-session.ts";

type Proof = { token: string } | { name: string; password: string };

/**
 * Makes a browser session for a login link (once, within ten minutes, also when two browsers open it
 * at the same moment), the owner's token, a personal one, or a name with its password. 401
 * `TOKEN_REFUSED` or `PASSWORD_REFUSED` says no more than that.
 */
export async function login(
  database: Database,
  input: Proof & { userAgent: string | null },
  now: Date,
): Promise<NewSession> {
  const byPassword = "password" in input ? await checkName(database, input) : null;
  return inTransaction(database, async (tx) => {
    const { user, by } =
      "token" in input
        ? await findByToken(tx, sha256Hex(input.token), now)
        : { user: await findUnchanged(tx, byPassword), by: "password" };
    if (!user || user.disabledAt) throw "token" in input ? tokenRefused() : passwordRefused();
    const session = await startSession(tx, user, input.userAgent, now);
    await writeAccountActivity(tx, {
      actor: { kind: "person", slug: user.handle },
      kind: "signed_in",
      data: { by },
    });
    return session;
  });
}

function tokenRefused(): Failure {
  return new Failure(
    401,
    "TOKEN_REFUSED",
    "this link or token does not work (any more): `signalbox link` prints a new link",
  );
}

function passwordRefused(): Failure {
  return new Failure(401, "PASSWORD_REFUSED", "this name and password do not belong together");
}

/** Outside the transaction: the check takes its time on purpose. */
async function checkName(
  database: Database,
  { name, password }: { name: string; password: string },
): Promise<User> {
  const handle = name.trim().toLowerCase();
  const user = await database.prisma.user.findUnique({ where: { handle } });
  if (!(await checkPassword(password, user?.passwordHash ?? null)) || !user) {
    throw passwordRefused();
  }
  return user;
}

/** A password that was changed meanwhile no longer signs anybody in. */
async function findUnchanged(tx: Tx, seen: User | null): Promise<User | null> {
  if (!seen) return null;
  const user = await tx.user.findUnique({ where: { id: seen.id } });
  return user?.passwordHash === seen.passwordHash ? user : null;
}

async function findByToken(
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ user: User | null; by: string }> {
  const nobody = { user: null, by: "" };
  const token = await tx.apiToken.findUnique({ where: { tokenHash }, include: { user: true } });
  if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now)) return nobody;
  if (token.kind === "login_link") {
    // The update finds the row unused for exactly one of two callers.
    const { count } = await tx.apiToken.updateMany({
      where: { tokenHash, usedAt: null, revokedAt: null },
      data: { usedAt: now },
    });
    if (count !== 1) return nobody;
  } else if (token.kind !== "owner" && token.kind !== "personal") {
    return nobody;
  }
  const isOwners = token.kind === "owner" || token.kind === "login_link";
  return { user: token.user ?? (isOwners ? await keepOwner(tx) : null), by: token.kind };
}

/** The first person of an installation. */
async function keepOwner(tx: Tx): Promise<User> {
  return tx.user.upsert({
    where: { handle: "owner" },
    create: { handle: "owner", name: "Owner", role: "owner", isMaintainer: true },
    update: {},
  });
}
