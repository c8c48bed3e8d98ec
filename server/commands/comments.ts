import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Comment, Ticket } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { readAgentFacts } from "./agent-rights.ts";
import { checkAuthor } from "./author.ts";
import { lockTicket } from "./lock-rows.ts";
import { closeMentions, tellMentioned } from "./mentions.ts";

interface CommentInput {
  projectId: number;
  /** Number of the ticket. */
  number: number;
}

/** Adds a comment; an agent may comment on any ticket of its project (rule 18). Moves `updatedAt`. */
export async function addComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { content: string; author?: string },
  now: Date,
): Promise<Comment> {
  const author = checkAuthor(actor, "author", input.author);
  const { projectId } = input;
  return inTransaction(database, async (tx) => {
    const ticket = await lockTicket(tx, projectId, input.number);
    await readAgentFacts(tx, actor, projectId);
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { lastActivityAt: now, updatedAt: now },
    });
    const number = await takeNumber(tx, projectId, "nextComment");
    const comment = await tx.comment.create({
      data: {
        projectId,
        number,
        ticketId: ticket.id,
        content: input.content,
        author,
        authorKind: actor.kind,
        runId: actor.kind === "agent" ? actor.runId : null,
        createdAt: now,
      },
    });
    await tellMentioned(tx, actor, { ticket, comment, before: "" }, now);
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind: "comment_added",
      data: { comment: number },
    });
    return comment;
  });
}

/** Changes a comment's text: one's own, an owner anybody's. Leaves the ticket's `updatedAt` (compat §6.7). */
export async function editComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { comment: number; content: string; author?: string },
  now: Date,
): Promise<void> {
  checkAuthor(actor, "author", input.author);
  await changeComment(database, actor, input, "comment_edited", async (tx, before, ticket) => {
    const comment = await tx.comment.update({
      where: { id: before.id },
      data: { content: input.content, editedAt: now },
    });
    await tellMentioned(tx, actor, { ticket, comment, before: before.content }, now);
  });
}

/** Deletes a comment, one's own or as an owner, and takes back whom it called. */
export async function deleteComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { comment: number },
  now: Date,
): Promise<void> {
  await changeComment(database, actor, input, "comment_deleted", async (tx, comment) => {
    await tx.comment.delete({ where: { id: comment.id } });
    await closeMentions(tx, actor, { ticketId: comment.ticketId, comment: comment.number }, now);
  });
}

async function changeComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { comment: number },
  kind: "comment_edited" | "comment_deleted",
  write: (tx: Tx, comment: Comment, ticket: Ticket) => Promise<unknown>,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const ticket = await lockTicket(tx, projectId, input.number);
    const comment = await findComment(tx, ticket, input.comment);
    if (actor.kind === "agent" && comment.author !== actor.slug) {
      throw new Failure(403, "AGENT_RIGHTS", "an agent changes only its own comments");
    }
    if (actor.kind === "person" && actor.role !== "owner" && comment.author !== actor.slug) {
      throw new Failure(403, "NOT_YOURS", `comment ${comment.number} is by ${comment.author}`);
    }
    await write(tx, comment, ticket);
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(actor),
      kind,
      data: { comment: comment.number },
    });
  });
}

/** 404 also when the comment stands on another ticket. */
async function findComment(tx: Tx, ticket: Ticket, number: number): Promise<Comment> {
  const comment = await tx.comment.findFirst({
    where: { projectId: ticket.projectId, ticketId: ticket.id, number },
  });
  if (!comment)
    throw new Failure(404, "COMMENT_UNKNOWN", `no comment ${number} on ticket #${ticket.number}`);
  return comment;
}
