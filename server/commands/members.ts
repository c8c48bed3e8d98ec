import type { ActivityActor } from "#server/contracts/activity.ts";
import type { Actor } from "#server/contracts/actor.ts";
import type { CreateMember } from "#server/contracts/board-settings.ts";
import { Failure } from "#server/contracts/failure.ts";
import { agentSlugSchema } from "#server/contracts/skill.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Member } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** Trimmed, lower-case, every run of white space or `_` becomes `-` (compat §2.4). */
export function memberSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}

/** Adds a member, or brings a removed one back; 409 `NAME_TAKEN` for a slug in use. */
export async function createMember(
  database: Database,
  actor: Actor,
  input: CreateMember & { projectId: number },
  now: Date,
): Promise<Member> {
  const { projectId, name, kind } = input;
  const slug = memberSlug(name);
  if (kind === "agent" && !agentSlugSchema.safeParse(slug).success) {
    throw new Failure(
      400,
      "INVALID",
      `name: expected letters, digits and dashes for an agent, found "${name}"`,
    );
  }
  return inTransaction(database, async (tx) => {
    // A person who signs in under this name is meant.
    const user = kind === "person" ? await tx.user.findUnique({ where: { handle: slug } }) : null;
    const fields = { slug, name, kind, agentType: input.type ?? null, userId: user?.id ?? null };
    return addMember(tx, activityActor(actor), projectId, fields, now);
  });
}

interface MemberFields {
  slug: string;
  name: string;
  kind: string;
  agentType: string | null;
  userId: number | null;
}

/**
 * Adds a member, or brings a removed one back, and writes the project's activity. A person without an
 * account becomes the account's that is given; 409 `NAME_TAKEN` for any other slug in use.
 */
export async function addMember(
  tx: Tx,
  actor: ActivityActor,
  projectId: number,
  fields: MemberFields,
  now: Date,
): Promise<Member> {
  const { slug, kind, userId } = fields;
  const existing = await lockMemberBySlug(tx, projectId, slug);
  const isTheirs =
    existing?.kind === "person" && kind === "person" && userId !== null && existing.userId === null;
  if (existing && existing.removedAt === null && !isTheirs) {
    throw new Failure(409, "NAME_TAKEN", `name: the project has a member "${slug}" already`);
  }
  const member = existing
    ? await tx.member.update({ where: { id: existing.id }, data: { ...fields, removedAt: null } })
    : await tx.member.create({
        data: {
          ...fields,
          projectId,
          number: await takeNumber(tx, projectId, "nextMember"),
          createdAt: now,
        },
      });
  await writeMembers(tx, actor, projectId, { added: slug });
  return member;
}

/**
 * Renames a member. The slug follows the name, and tickets follow the slug; agents and people with an
 * account keep theirs, because skills and sign-ins hang on it.
 */
export async function patchMember(
  database: Database,
  actor: Actor,
  input: { projectId: number; member: number; name?: string },
): Promise<Member> {
  const { projectId, name } = input;
  return inTransaction(database, async (tx) => {
    const member = await lockMember(tx, projectId, input.member);
    if (name === undefined || name === member.name) return member;
    const isFixed = member.kind === "agent" || member.userId !== null || member.slug === "owner";
    const slug = isFixed ? member.slug : memberSlug(name);
    if (slug !== member.slug) {
      const other = await lockMemberBySlug(tx, projectId, slug);
      if (other)
        throw new Failure(409, "NAME_TAKEN", `name: the project has a member "${slug}" already`);
      await tx.ticket.updateMany({
        where: { projectId, assignee: member.slug },
        data: { assignee: slug },
      });
    }
    const renamed = await tx.member.update({ where: { id: member.id }, data: { name, slug } });
    await writeMembers(tx, activityActor(actor), projectId, {
      changed: slug,
      ...(slug === member.slug ? {} : { renamedFrom: member.slug, resync: true }),
    });
    return renamed;
  });
}

/** Removes a member and unassigns its tickets; 409 for `owner` (compat §2.4). */
export async function deleteMember(
  database: Database,
  actor: Actor,
  input: { projectId: number; member: number },
  now: Date,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const member = await lockMember(tx, projectId, input.member);
    if (member.slug === "owner") throw new Failure(409, "OWNER_STAYS", "cannot delete owner");
    await removeMember(tx, activityActor(actor), member, now);
    if (member.userId !== null) {
      await tx.user.update({ where: { id: member.userId }, data: { rightsChangedAt: now } });
    }
  });
}

/** Takes a member out of its project, unassigns its tickets and writes the project's activity. */
export async function removeMember(
  tx: Tx,
  actor: ActivityActor,
  member: Member,
  now: Date,
): Promise<void> {
  const { projectId, slug } = member;
  await tx.member.update({ where: { id: member.id }, data: { removedAt: now } });
  const { count } = await tx.ticket.updateMany({
    where: { projectId, assignee: slug },
    data: { assignee: null, revision: { increment: 1 } },
  });
  await writeMembers(tx, actor, projectId, {
    removed: slug,
    ...(count > 0 ? { unassigned: count, resync: true } : {}),
  });
}

async function lockMember(tx: Tx, projectId: number, number: number): Promise<Member> {
  const [member] = await tx.$queryRaw<Member[]>`
    SELECT * FROM "Member" WHERE "projectId" = ${projectId} AND "number" = ${number} AND "removedAt" IS NULL FOR UPDATE`;
  if (!member) throw new Failure(404, "MEMBER_UNKNOWN", `no member ${number} in this project`);
  return member;
}

async function lockMemberBySlug(tx: Tx, projectId: number, slug: string): Promise<Member | null> {
  const [member] = await tx.$queryRaw<Member[]>`
    SELECT * FROM "Member" WHERE "projectId" = ${projectId} AND "slug" = ${slug} FOR UPDATE`;
  return member ?? null;
}

async function writeMembers(
  tx: Tx,
  actor: ActivityActor,
  projectId: number,
  data: Record<string, unknown>,
): Promise<void> {
  await writeActivity(tx, {
    projectId,
    ticket: null,
    actor,
    kind: "members_changed",
    data,
  });
}
