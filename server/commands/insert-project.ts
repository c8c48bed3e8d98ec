import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Tx } from "#server/store/client.ts";
import type { Project } from "#server/store/generated/client.ts";
import { findFolderOwner } from "#server/queries/folder-owner.ts";
import { defaultColumns } from "./default-columns.ts";
import { freeSlug } from "./project-slug.ts";

export interface NewProject {
  name: string;
  workspacePath: string | null;
  /** The folder with its links resolved; one project per folder, nested ones included (rule 29). */
  workspaceRealPath: string | null;
  isPaused: boolean;
  isDemo: boolean;
  /** Opened with another board's files: its agents may finish tickets, as they always could (ux.md 20). */
  isImported?: boolean;
  permissionLevel: string;
  isolation: string;
  timeZone: string;
  allowedCommands: string[];
}

/** Serialises the making of projects, so that two cannot take one folder or slug. */
async function lockProjects(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(7270738)`;
}

/** Refuses a folder that another project has, or that lies above or below one; 409 `FOLDER_TAKEN`. */
export async function claimFolder(
  tx: Tx,
  realPath: string | null,
  ownProjectId?: number,
): Promise<void> {
  await lockProjects(tx);
  if (realPath === null) return;
  const owner = await findFolderOwner(tx, realPath, ownProjectId);
  if (!owner) return;
  throw new Failure(
    409,
    "FOLDER_TAKEN",
    `workspacePath: the project "${owner.name}" works in ${owner.workspaceRealPath}`,
    {
      project: owner.slug,
    },
  );
}

/** The rows of a new project: columns, counters, people as members, and its first activity. */
export async function insertProject(
  tx: Tx,
  actor: Actor,
  input: NewProject,
  now: Date,
): Promise<Project> {
  await claimFolder(tx, input.workspaceRealPath);
  const people = await readPeople(tx, actor);
  const project = await tx.project.create({
    data: {
      ...input,
      agentsMayFinish: input.isImported ?? false,
      slug: await freeSlug(tx, input.name),
      ...(input.isPaused ? { pausedBy: actor.slug, pausedAt: now } : {}),
      createdAt: now,
      updatedAt: now,
      revision: {
        create: { nextColumn: defaultColumns.length + 1, nextMember: people.length + 1 },
      },
      budget: { create: {} },
      columns: {
        create: defaultColumns.map((column, index) => ({
          ...column,
          number: index + 1,
          position: index,
        })),
      },
      members: {
        create: people.map((person, index) => ({
          ...person,
          number: index + 1,
          kind: "person",
          createdAt: now,
        })),
      },
    },
  });
  await writeActivity(tx, {
    projectId: project.id,
    ticket: null,
    actor: activityActor(actor),
    kind: "project_created",
  });
  return project;
}

/**
 * `owner` always is a member, and everybody who has an account (compat §6.3) but viewers: they read only
 * what they are given (S-10).
 */
async function readPeople(
  tx: Tx,
  actor: Actor,
): Promise<{ slug: string; name: string; userId: number | null }[]> {
  const users = await tx.user.findMany({
    where: { disabledAt: null, role: { not: "viewer" } },
    orderBy: { id: "asc" },
  });
  const people = users.map((user) => ({
    slug: user.handle,
    name: user.name,
    userId: user.id as number | null,
  }));
  if (!people.some((person) => person.slug === "owner")) {
    const isOwner = actor.kind === "person" && actor.slug === "owner";
    people.unshift({ slug: "owner", name: isOwner ? actor.name : "Owner", userId: null });
  }
  return people;
}
