import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { activityActor, takeNumber, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import type { Comment, Ticket } from "#server/store/generated/client.ts";
import { inTransaction } from "#server/store/transaction.ts";
import { readAgentFacts } from "./agent-rights.ts";
import { checkAuthor } from "./author.ts";
import { lockTicket } from "./lock-rows.ts";

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

/** Changes a comment's text; an agent only its own. Leaves the ticket's `updatedAt` (compat §6.7). */
export async function editComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { comment: number; content: string; author?: string },
  now: Date,
): Promise<void> {
  checkAuthor(actor, "author", input.author);
  await changeComment(database, actor, input, "comment_edited", (tx, comment) =>
    tx.comment.update({
      where: { id: comment.id },
      data: { content: input.content, editedAt: now },
    }),
  );
}

/** Deletes a comment; an agent only its own. */
export async function deleteComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { comment: number },
): Promise<void> {
  await changeComment(database, actor, input, "comment_deleted", (tx, comment) =>
    tx.comment.delete({ where: { id: comment.id } }),
  );
}

async function changeComment(
  database: Database,
  actor: Actor,
  input: CommentInput & { comment: number },
  kind: "comment_edited" | "comment_deleted",
  write: (tx: Tx, comment: Comment) => Promise<unknown>,
): Promise<void> {
  const { projectId } = input;
  await inTransaction(database, async (tx) => {
    const ticket = await lockTicket(tx, projectId, input.number);
    const comment = await findComment(tx, ticket, input.comment);
    if (actor.kind === "agent" && comment.author !== actor.slug) {
      throw new Failure(403, "AGENT_RIGHTS", "an agent changes only its own comments");
    }
    await write(tx, comment);
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
