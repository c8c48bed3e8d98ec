import type { Actor } from "#server/contracts/actor.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/**
 * Whether an actor may read a project: an agent its own, owners and members every one, a viewer those
 * it is a member of (S-10).
 */
export async function mayReadProject(
  reader: Reader,
  actor: Actor,
  projectId: number,
): Promise<boolean> {
  if (actor.kind === "agent") return actor.projectId === projectId;
  if (actor.kind !== "person") return true;
  if (actor.role !== "viewer") return true;
  const membership = await clientOf(reader).member.findFirst({
    where: { projectId, userId: actor.userId, removedAt: null },
    select: { id: true },
  });
  return membership !== null;
}
