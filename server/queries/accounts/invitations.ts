import type { Invitation } from "#server/contracts/accounts.ts";
import { userRoleSchema } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";
import type { Invitation as InvitationRow } from "#server/store/generated/client.ts";

/** Invitations that still work, newest first; their secret is nowhere. */
export async function listInvitations(database: Database, now: Date): Promise<Invitation[]> {
  const rows = await database.prisma.invitation.findMany({
    where: { usedAt: null, revokedAt: null, expiresAt: { gt: now } },
    include: { createdBy: { select: { handle: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const projects = await database.prisma.project.findMany({ select: { id: true, slug: true } });
  return rows.map((row) =>
    toInvitation(
      row,
      projects.filter(({ id }) => row.projectIds.includes(id)).map(({ slug }) => slug),
    ),
  );
}

export function toInvitation(
  row: InvitationRow & { createdBy: { handle: string } },
  projects: string[],
): Invitation {
  return {
    id: row.id,
    role: userRoleSchema.parse(row.role),
    isMaintainer: row.isMaintainer,
    projects,
    createdBy: row.createdBy.handle,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
