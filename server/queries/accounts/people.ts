import type { Person } from "#server/contracts/accounts.ts";
import { userRoleSchema } from "#server/contracts/words.ts";
import type { Database } from "#server/store/client.ts";

/** Who has an account, in the order they came. */
export async function listPeople(database: Database): Promise<Person[]> {
  const [users, members] = await Promise.all([
    database.prisma.user.findMany({ orderBy: { id: "asc" } }),
    database.prisma.member.findMany({
      where: { userId: { not: null }, removedAt: null },
      select: { userId: true, project: { select: { slug: true } } },
      orderBy: { projectId: "asc" },
    }),
  ]);
  return users.map((user) => ({
    handle: user.handle,
    name: user.name,
    role: userRoleSchema.parse(user.role),
    isMaintainer: user.isMaintainer,
    isDisabled: user.disabledAt !== null,
    hasPassword: user.passwordHash !== null,
    projects: members.filter(({ userId }) => userId === user.id).map(({ project }) => project.slug),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  }));
}
