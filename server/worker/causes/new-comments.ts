import type { PromptCause } from "#server/core/prompt/prompt.ts";
import type { Database } from "../../store/client.ts";
import type { ClaimedRun } from "../claimed-run.ts";

interface CommentFact {
  number: number;
  author: string;
  authorKind: string;
}

/**
 * What was written on the ticket since the agent was last told: what its firing collected, and every
 * comment of a person or another agent since. An owner's comment is feedback; what anybody else wrote
 * is named by its author (rule 31). A comment that was deleted since is not spoken of.
 */
export async function commentCauses(
  database: Database,
  run: ClaimedRun,
  since: bigint | null,
): Promise<PromptCause[]> {
  const comments = await existing(database, run.projectId, [
    ...collectedComments(run),
    ...(since === null ? [] : await commentsSince(database, run, since)),
  ]);
  if (comments.length === 0) return [];
  const owners = await ownersAmong(database, run.projectId, comments);
  const others = comments.filter((comment) => !owners.has(comment.author));
  const causes: PromptCause[] = [];
  if (others.length < comments.length) causes.push({ kind: "owner_comment" });
  if (others.length > 0) {
    causes.push({ kind: "comment", names: await namesOf(database, run.projectId, others) });
  }
  return causes;
}

function collectedComments(run: ClaimedRun): CommentFact[] {
  const { comments } = (run.firing?.payload ?? {}) as { comments?: unknown };
  return Array.isArray(comments) ? (comments as CommentFact[]) : [];
}

async function commentsSince(
  database: Database,
  run: ClaimedRun,
  since: bigint,
): Promise<CommentFact[]> {
  const rows = await database.prisma.activity.findMany({
    where: {
      projectId: run.projectId,
      ticketId: run.ticketId,
      kind: "comment_added",
      revision: { gt: since },
      OR: [{ actorKind: "person" }, { actorKind: "agent", actor: { not: run.agent } }],
    },
    orderBy: { revision: "asc" },
    select: { actor: true, actorKind: true, data: true },
  });
  return rows.flatMap(({ actor, actorKind, data }) => {
    const { comment } = data as { comment?: number };
    return comment === undefined ? [] : [{ number: comment, author: actor, authorKind: actorKind }];
  });
}

async function existing(
  database: Database,
  projectId: number,
  comments: CommentFact[],
): Promise<CommentFact[]> {
  if (comments.length === 0) return [];
  const found = await database.prisma.comment.findMany({
    where: { projectId, number: { in: comments.map((comment) => comment.number) } },
    select: { number: true },
  });
  const numbers = new Set(found.map((comment) => comment.number));
  return comments.filter((comment) => numbers.has(comment.number));
}

/** Slugs of the authors who are persons with the role owner. */
async function ownersAmong(
  database: Database,
  projectId: number,
  comments: CommentFact[],
): Promise<Set<string>> {
  const slugs = comments.flatMap((comment) =>
    comment.authorKind === "person" ? [comment.author] : [],
  );
  if (slugs.length === 0) return new Set();
  const members = await database.prisma.member.findMany({
    where: { projectId, kind: "person", slug: { in: slugs }, userId: { not: null } },
    select: { slug: true, userId: true },
  });
  const owners = await database.prisma.user.findMany({
    where: {
      role: "owner",
      OR: [
        { id: { in: members.flatMap((member) => member.userId ?? []) } },
        { handle: { in: slugs } },
      ],
    },
    select: { id: true, handle: true },
  });
  const ids = new Set(owners.map((owner) => owner.id));
  return new Set([
    ...owners.map((owner) => owner.handle),
    ...members.flatMap((member) => (ids.has(member.userId ?? 0) ? [member.slug] : [])),
  ]);
}

/** Names as people see them: the member's, else the user's, else the slug. */
async function namesOf(
  database: Database,
  projectId: number,
  comments: CommentFact[],
): Promise<string[]> {
  const slugs = [...new Set(comments.map((comment) => comment.author))];
  const members = await database.prisma.member.findMany({
    where: { projectId, slug: { in: slugs } },
    select: { slug: true, name: true },
  });
  const users = await database.prisma.user.findMany({
    where: { handle: { in: slugs } },
    select: { handle: true, name: true },
  });
  const nameOf = new Map([
    ...users.map((user): [string, string] => [user.handle, user.name]),
    ...members.map((member): [string, string] => [member.slug, member.name]),
  ]);
  return slugs.map((slug) => nameOf.get(slug) ?? slug);
}
