import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Prisma } from "#server/store/generated/client.ts";
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

/** Which projects a person may read: a viewer those it is a member of, everybody else all (S-10). */
export function readableBy(actor: {
  kind: string;
  role?: string;
  userId?: number;
}): Prisma.ProjectWhereInput {
  const isViewer = actor.kind === "person" && actor.role === "viewer";
  return isViewer ? { members: { some: { userId: actor.userId ?? 0, removedAt: null } } } : {};
}

/**
 * The projects a person may read, or the one of `slug` alone; 404 `PROJECT_UNKNOWN` for one that is not
 * there or not theirs.
 */
export async function findReadableProjects(
  reader: Reader,
  actor: Actor,
  slug?: string,
): Promise<{ id: number }[]> {
  const projects = await clientOf(reader).project.findMany({
    where: { ...readableBy(actor), ...(slug === undefined ? {} : { slug }) },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (slug !== undefined && projects.length === 0) {
    throw new Failure(404, "PROJECT_UNKNOWN", `no project "${slug}"`);
  }
  return projects;
}
