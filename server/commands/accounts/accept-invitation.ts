import { Failure } from "#server/contracts/failure.ts";
import { reservedSlugs } from "#server/contracts/skill.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { hashPassword } from "#server/lib/password.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Invitation } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { setMemberships } from "./memberships.ts";
import { startSession } from "./start-session.ts";
import type { NewSession } from "./start-session.ts";

export interface Acceptance {
  invitation: string;
  handle: string;
  name: string;
  password: string;
  userAgent: string | null;
}

/**
 * Makes the account an invitation stands for and signs its browser in, once, also when two open the
 * link at the same moment. 401 `INVITATION_REFUSED` for one that does not work (any more), 409
 * `NAME_TAKEN` for the handle of another person or of an agent: the invitation is not used up by that.
 */
export async function acceptInvitation(
  database: Database,
  input: Acceptance,
  now: Date,
): Promise<NewSession> {
  // Before the password is worked on: nobody without an invitation makes us do that.
  await findOpen(database.prisma, input.invitation, now);
  const passwordHash = await hashPassword(input.password);
  const { handle, name } = input;
  return inTransaction(database, async (tx) => {
    const invitation = await findOpen(tx, input.invitation, now);
    const { count } = await tx.invitation.updateMany({
      where: { id: invitation.id, usedAt: null, revokedAt: null },
      data: { usedAt: now },
    });
    if (count !== 1) throw refused();
    await refuseTaken(tx, handle);
    const { role, isMaintainer } = invitation;
    // Of two who want the same handle at the same moment one finds it taken here.
    const [user] = await tx.user.createManyAndReturn({
      data: { handle, name, role, isMaintainer, passwordHash, createdAt: now },
      skipDuplicates: true,
    });
    if (!user) throw taken(handle);
    const actor = { kind: "person" as const, slug: handle, runId: null, automationId: null };
    await setMemberships(tx, actor, user, await findRemaining(tx, invitation), now);
    const session = await startSession(tx, user, input.userAgent, now);
    await writeAccountActivity(tx, {
      actor,
      kind: "invitation_accepted",
      data: { invitation: invitation.id, role, isMaintainer },
    });
    return session;
  });
}

function refused(): Failure {
  return new Failure(
    401,
    "INVITATION_REFUSED",
    "this invitation does not work (any more): ask for a new one",
  );
}

async function findOpen(reader: Tx, token: string, now: Date): Promise<Invitation> {
  const invitation = await reader.invitation.findUnique({
    where: { tokenHash: sha256Hex(token) },
    include: { createdBy: { select: { disabledAt: true } } },
  });
  const isOpen =
    invitation !== null &&
    invitation.usedAt === null &&
    invitation.revokedAt === null &&
    invitation.expiresAt > now &&
    invitation.createdBy.disabledAt === null;
  if (!isOpen) throw refused();
  return invitation;
}

function taken(handle: string): Failure {
  return new Failure(409, "NAME_TAKEN", `handle: "${handle}" is somebody else's already`);
}

/** A member without an account is the person who is invited; an agent never is. */
async function refuseTaken(tx: Tx, handle: string): Promise<void> {
  const agent = await tx.member.findFirst({
    where: { slug: handle, kind: "agent" },
    select: { id: true },
  });
  if (agent || reservedSlugs.some((reserved) => reserved === handle)) throw taken(handle);
}

/** A project that was deleted since is left out. */
async function findRemaining(tx: Tx, { projectIds }: Invitation): Promise<number[]> {
  const projects = await tx.project.findMany({
    where: { id: { in: projectIds } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return projects.map(({ id }) => id);
}
