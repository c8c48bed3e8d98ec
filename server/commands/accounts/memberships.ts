import type { ActivityActor } from "#server/contracts/activity.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Tx } from "#server/store/client.ts";
import type { User } from "#server/store/generated/client.ts";
import { addMember, removeMember } from "../members.ts";

/** The ids of projects in their order; 404 `PROJECT_UNKNOWN` names the first slug that is none. */
export async function findProjectIds(tx: Tx, slugs: readonly string[]): Promise<number[]> {
  const projects = await tx.project.findMany({
    where: { slug: { in: [...slugs] } },
    select: { id: true, slug: true },
    orderBy: { id: "asc" },
  });
  const missing = slugs.find((slug) => !projects.some((project) => project.slug === slug));
  if (missing !== undefined) {
    throw new Failure(404, "PROJECT_UNKNOWN", `projects: no project "${missing}"`);
  }
  return projects.map(({ id }) => id);
}

/**
 * Makes a person a member of these projects and of no other, project by project in order of id, each
 * with the row of its own log. 409 `NAME_TAKEN` where an agent has the person's handle. Returns whether
 * a membership was taken away.
 */
export async function setMemberships(
  tx: Tx,
  actor: ActivityActor,
  user: Pick<User, "id" | "handle" | "name">,
  projectIds: readonly number[],
  now: Date,
): Promise<boolean> {
  const before = await tx.member.findMany({ where: { userId: user.id, removedAt: null } });
  const changes = [
    ...before
      .filter(({ projectId, slug }) => !projectIds.includes(projectId) && slug !== "owner")
      .map((member) => ({ projectId: member.projectId, member })),
    ...projectIds
      .filter((id) => !before.some(({ projectId }) => projectId === id))
      .map((projectId) => ({ projectId, member: null })),
  ].toSorted((a, b) => a.projectId - b.projectId);
  for (const { projectId, member } of changes) {
    if (member) await removeMember(tx, actor, member, now);
    else {
      const { handle, name } = user;
      const fields = { slug: handle, name, kind: "person", agentType: null, userId: user.id };
      await addMember(tx, actor, projectId, fields, now);
    }
  }
  return changes.some(({ member }) => member !== null);
}
