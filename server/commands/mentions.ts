import type { Actor } from "#server/contracts/actor.ts";
import { isNamed } from "#server/core/automation/mentions.ts";
import { say } from "#server/core/dispatch/sentence.ts";
import type { Tx } from "#server/store/client.ts";
import type { Comment, Ticket } from "#server/store/generated/client.ts";

/**
 * A row under Needs you for each person whom a comment names with an @ and did not name before (ux 34).
 * Nobody is called by their own words. Writes no activity: the comment's row tells of it.
 */
export async function tellMentioned(
  tx: Tx,
  actor: Actor,
  { ticket, comment, before }: { ticket: Ticket; comment: Comment; before: string },
  now: Date,
): Promise<void> {
  if (!comment.content.includes("@")) return;
  const people = await tx.member.findMany({
    where: { projectId: ticket.projectId, kind: "person", removedAt: null },
    select: { slug: true },
  });
  const called = people
    .map(({ slug }) => slug)
    .filter(
      (slug) => slug !== actor.slug && isNamed(comment.content, [slug]) && !isNamed(before, [slug]),
    );
  if (called.length === 0) return;
  const sentence = say("notice.mention", { by: actor.name });
  await tx.inboxItem.createMany({
    data: called.map((addressee) => ({
      projectId: ticket.projectId,
      ticketId: ticket.id,
      kind: "mention",
      addressee,
      data: { comment: comment.number, sentence },
      createdAt: now,
    })),
  });
}

/** Closes rows of mentions: all of one comment, or those of one reader on a ticket. */
export async function closeMentions(
  client: Pick<Tx, "inboxItem">,
  actor: Actor,
  which: { ticketId: number } & ({ comment: number } | { addressee: string }),
  now: Date,
): Promise<void> {
  await client.inboxItem.updateMany({
    where: {
      ticketId: which.ticketId,
      kind: "mention",
      closedAt: null,
      ...("comment" in which
        ? { data: { path: ["comment"], equals: which.comment } }
        : { addressee: which.addressee }),
    },
    data: { closedAt: now, closedBy: actor.slug },
  });
}
