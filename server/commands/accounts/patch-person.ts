import type { PatchPerson } from "#server/contracts/accounts.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import { activityActor } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { User } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { checkGrant } from "./check-grant.ts";
import { findProjectIds, setMemberships } from "./memberships.ts";

/**
 * Changes what a person may do (ux 34). It holds from the next request on, and sockets that were opened
 * with other rights are closed within seconds. 404 `PERSON_UNKNOWN`, 403 where only an owner may, 422
 * `LAST_OWNER` when nobody would be left who may sign in as owner.
 */
export async function patchPerson(
  database: Database,
  actor: Extract<Actor, { kind: "person" }>,
  input: PatchPerson & { handle: string },
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    // All owners, so that two of them cannot unmake each other at the same moment.
    const [user] = await tx.$queryRaw<User[]>`
      SELECT * FROM "User" WHERE "handle" = ${input.handle} OR "role" = 'owner'
       ORDER BY "handle" <> ${input.handle}, "id" FOR UPDATE`;
    if (user?.handle !== input.handle) {
      throw new Failure(404, "PERSON_UNKNOWN", `no person "${input.handle}"`);
    }
    const after = {
      role: input.role ?? user.role,
      // An owner may everything, a viewer nothing: the mark is a member's.
      isMaintainer:
        (input.role ?? user.role) === "owner" ||
        ((input.role ?? user.role) === "member" && (input.isMaintainer ?? user.isMaintainer)),
      disabledAt:
        input.isDisabled === undefined
          ? user.disabledAt
          : input.isDisabled
            ? (user.disabledAt ?? now)
            : null,
    };
    checkGrant(actor, user, after);
    await refuseLastOwner(tx, user, after);
    const isLess =
      input.projects !== undefined &&
      (await setMemberships(
        tx,
        activityActor(actor),
        user,
        await findProjectIds(tx, input.projects),
        now,
      ));
    const hasOtherRights =
      isLess || after.role !== user.role || after.isMaintainer !== user.isMaintainer;
    await tx.user.update({
      where: { id: user.id },
      data: { ...after, ...(hasOtherRights ? { rightsChangedAt: now } : {}) },
    });
    await writeAccountActivity(tx, {
      actor,
      kind: "person_changed",
      data: { person: user.handle, ...withoutAbsent(input) },
    });
  });
}

function withoutAbsent({ role, isMaintainer, isDisabled, projects }: PatchPerson) {
  return {
    ...(role === undefined ? {} : { role }),
    ...(isMaintainer === undefined ? {} : { isMaintainer }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
    ...(projects === undefined ? {} : { projects }),
  };
}

async function refuseLastOwner(
  tx: Tx,
  user: User,
  after: { role: string; disabledAt: Date | null },
): Promise<void> {
  const wasOwner = user.role === "owner" && user.disabledAt === null;
  if (!wasOwner || (after.role === "owner" && after.disabledAt === null)) return;
  const others = await tx.user.count({
    where: { role: "owner", disabledAt: null, id: { not: user.id } },
  });
  if (others === 0) {
    throw new Failure(422, "LAST_OWNER", "somebody has to stay owner: make another one first");
  }
}
