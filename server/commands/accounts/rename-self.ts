import type { Actor } from "#server/contracts/actor.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** Changes the name a person is shown by; the handle it signs in with stays. The same name is no change. */
export async function renameSelf(
  database: Database,
  actor: Extract<Actor, { kind: "person" }>,
  name: string,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: actor.userId, name: { not: name } },
      data: { name },
    });
    if (count === 0) return;
    await tx.member.updateMany({ where: { userId: actor.userId }, data: { name } });
    await writeAccountActivity(tx, { actor, kind: "profile_changed", data: { name } });
  });
}
