import type { Actor } from "#server/contracts/actor.ts";
import type { Me } from "#server/contracts/project.ts";
import type { Database } from "#server/store/client.ts";

/** Who asks, and what it may do. */
export async function readMe(
  database: Database,
  actor: Extract<Actor, { kind: "person" | "agent" }>,
): Promise<Me> {
  const { slug, name } = actor;
  if (actor.kind === "agent") {
    return { slug, name, role: "member", isMaintainer: false, hasPassword: false };
  }
  const user = await database.prisma.user.findUnique({
    where: { id: actor.userId },
    select: { name: true, passwordHash: true },
  });
  return {
    slug,
    name: user?.name ?? name,
    role: actor.role,
    isMaintainer: actor.isMaintainer,
    hasPassword: (user?.passwordHash ?? null) !== null,
  };
}
