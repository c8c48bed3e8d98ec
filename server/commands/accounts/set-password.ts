import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { checkPassword, hashPassword } from "#server/lib/password.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

type Person = Extract<Actor, { kind: "person" }>;

/**
 * Sets the actor's own password and ends all its other browser sessions. 403 `PASSWORD_WRONG` unless
 * `current` is the one in force; the first password needs none.
 */
export async function setPassword(
  database: Database,
  actor: Person,
  input: { current?: string | undefined; password: string },
  now: Date,
): Promise<{ endedSessions: number }> {
  const { passwordHash: before } = await database.prisma.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { passwordHash: true },
  });
  if (before !== null && !(await checkPassword(input.current ?? "", before))) {
    throw new Failure(403, "PASSWORD_WRONG", "current: this is not the password in force");
  }
  const passwordHash = await hashPassword(input.password);
  return inTransaction(database, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: actor.userId, passwordHash: before },
      data: { passwordHash },
    });
    if (count === 0) {
      throw new Failure(409, "PASSWORD_CHANGED", "the password was changed meanwhile");
    }
    const ended = await tx.browserSession.updateMany({
      where: { userId: actor.userId, revokedAt: null, id: { not: actor.credentialId } },
      data: { revokedAt: now },
    });
    await writeAccountActivity(tx, {
      actor,
      kind: "password_set",
      data: { endedSessions: ended.count },
    });
    return { endedSessions: ended.count };
  });
}
