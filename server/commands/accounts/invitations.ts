import type { CreateInvitation, Invitation } from "#server/contracts/accounts.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { toInvitation } from "#server/queries/accounts/invitations.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { INVITATION_TTL_MS } from "#server/tunables.ts";
import { checkGrant } from "./check-grant.ts";
import { findProjectIds } from "./memberships.ts";

type Person = Extract<Actor, { kind: "person" }>;

/** A link that makes one account, once, within seven days. Only owners invite owners and maintainers. */
export async function createInvitation(
  database: Database,
  actor: Person,
  input: CreateInvitation,
  now: Date,
): Promise<Invitation & { path: string }> {
  const token = randomToken();
  const { role } = input;
  const isMaintainer = role === "owner" || (role === "member" && input.isMaintainer);
  checkGrant(actor, { role, isMaintainer });
  return inTransaction(database, async (tx) => {
    const row = await tx.invitation.create({
      data: {
        id: newUuid(),
        tokenHash: sha256Hex(token),
        role,
        isMaintainer,
        projectIds: await findProjectIds(tx, input.projects),
        createdById: actor.userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_TTL_MS),
      },
    });
    await writeAccountActivity(tx, {
      actor,
      kind: "invitation_created",
      data: { invitation: row.id, role, isMaintainer, projects: input.projects },
    });
    const path = `/login#invitation=${token}`;
    return { ...toInvitation({ ...row, createdBy: { handle: actor.slug } }, input.projects), path };
  });
}

/** Takes an open invitation back. Used or taken back already is no error; 404 `INVITATION_UNKNOWN`. */
export async function revokeInvitation(
  database: Database,
  actor: Person,
  id: string,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const row = await tx.invitation.findUnique({ where: { id } });
    if (!row) throw new Failure(404, "INVITATION_UNKNOWN", `no invitation ${id}`);
    const { count } = await tx.invitation.updateMany({
      where: { id, usedAt: null, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) return;
    await writeAccountActivity(tx, {
      actor,
      kind: "invitation_revoked",
      data: { invitation: id },
    });
  });
}
